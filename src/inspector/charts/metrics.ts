/**
 * How large text is drawn: the same estimate in a browser and in Node, so that a chart looks alike in both. Charts are drawn in
 * a monospace font, whose widths need no measuring.
 */

/** Font of all text in charts; the first one there is. */
export const CHART_FONT =
  'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace';

/** px: what states are called, and all else. */
export const NAME_SIZE = 14;
export const TEXT_SIZE = 13;
/** px from one line to the next. */
export const LINE_HEIGHT = 18;

/** Share of the font's size that the widest of the fonts takes a character. Source: DejaVu Sans Mono, 1233 of 2048 units. */
const CHARACTER_WIDTH = 0.603;

/** Characters drawn over two columns: East Asian wide ones and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** Width of `text` in px. */
export function textWidth(text: string, size = TEXT_SIZE): number {
  let columns = 0;
  for (const character of text) columns += WIDE.test(character) ? 2 : 1;
  return Math.ceil(columns * size * CHARACTER_WIDTH);
}
