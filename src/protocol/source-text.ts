/**
 * The text of a generated function while it grows: statements, fresh names, and the folding of offsets.
 *
 * Fields of known size in a row form a *run*. Within a run every offset is `p + constant`; one check at its head covers the
 * whole run, and `p` moves once at its end. The check is written before the size is known, so its line is patched.
 */

/** Builds straight-line code. Only names checked by `checkFields` and numbers ever enter the text. */
export class SourceText {
  readonly #lines: string[] = [];
  readonly #check: (runBytes: number) => string;
  #names = 0;
  /** Where the check of the run goes: the line before its first field. */
  #runStart = 0;
  #runBytes = 0;
  #isRunChecked = false;

  /** `check` gives the statement that leaves the function unless `runBytes` more bytes are there. */
  constructor(check: (runBytes: number) => string) {
    this.#check = check;
  }

  /** Adds a statement. */
  line(text: string): void {
    this.#lines.push(text);
  }

  /** A variable's name that is not used yet. */
  fresh(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }

  /** Takes `bytes` of the run; returns the expression of their offset. */
  take(bytes: number): string {
    if (this.#runBytes === 0) this.#runStart = this.#lines.push('') - 1;
    const at = this.#runBytes === 0 ? 'p' : `p + ${this.#runBytes}`;
    this.#runBytes += bytes;
    return at;
  }

  /** Ends the run: `p` stands behind it. */
  endRun(): void {
    if (this.#runBytes > 0) {
      if (!this.#isRunChecked) this.#lines[this.#runStart] = this.#check(this.#runBytes);
      this.line(`p += ${this.#runBytes};`);
    }
    this.#runBytes = 0;
    this.#isRunChecked = false;
  }

  /** Adds `head {`, what `body` adds, and `}`. `checked`: the room of the first run in it is known to be there. */
  block(head: string, body: () => void, { checked }: { readonly checked: boolean }): void {
    this.endRun();
    this.line(`${head} {`);
    this.#isRunChecked = checked;
    body();
    this.endRun();
    this.line('}');
  }

  /** The statements so far. */
  toString(): string {
    return this.#lines.filter((line) => line !== '').join('\n');
  }
}
