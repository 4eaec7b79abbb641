/** Where in a match the page looks. */

/** A moment: a frame, and the last step that has happened. Several steps share a frame; `step` tells which one was just done. */
export interface Look {
  readonly frame: number;
  /** Index of the last step done; −1 before the first. */
  readonly step: number;
}
