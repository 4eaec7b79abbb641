/**
 * A writer made by hand from the seed document alone: what the golden bytes are computed with, and what the codec is
 * measured against. It shares no code with the library.
 */
export class HandWriter {
  readonly #bytes: number[] = [];

  byte(value: number): this {
    this.#bytes.push(value);
    return this;
  }

  bool(value: boolean): this {
    return this.byte(value ? 1 : 0);
  }

  ushort(value: number): this {
    return this.#number(2, (view) => view.setUint16(0, value, true));
  }

  int(value: number): this {
    return this.#number(4, (view) => view.setInt32(0, value, true));
  }

  float(...values: readonly number[]): this {
    for (const value of values) this.#number(4, (view) => view.setFloat32(0, value, true));
    return this;
  }

  double(value: number): this {
    return this.#number(8, (view) => view.setFloat64(0, value, true));
  }

  string(text: string): this {
    const utf8 = Buffer.from(text, 'utf8');
    this.ushort(utf8.length);
    this.#bytes.push(...utf8);
    return this;
  }

  strings(texts: readonly string[]): this {
    this.byte(texts.length);
    for (const text of texts) this.string(text);
    return this;
  }

  bytes(values: readonly number[]): this {
    this.byte(values.length);
    this.#bytes.push(...values);
    return this;
  }

  hex(): string {
    return Buffer.from(this.#bytes).toString('hex');
  }

  #number(size: number, write: (view: DataView) => void): this {
    const bytes = new Uint8Array(size);
    write(new DataView(bytes.buffer));
    this.#bytes.push(...bytes);
    return this;
  }
}
