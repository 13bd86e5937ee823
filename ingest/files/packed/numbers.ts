type TypedArray = Uint8Array | Uint32Array | Int32Array;

/** A list of numbers without a known end, at the memory that they take as such. */
class Numbers<Items extends TypedArray> {
  readonly #make: (length: number) => Items;
  #items: Items;
  length = 0;

  constructor(make: (length: number) => Items) {
    this.#make = make;
    this.#items = make(1_024);
  }

  /** Zero where nothing was set. */
  get(at: number): number {
    return at < this.length ? (this.#items[at] ?? 0) : 0;
  }

  set(at: number, value: number): void {
    if (at >= this.#items.length) {
      const larger = this.#make(Math.max(at + 1, Math.ceil(this.#items.length * 1.5)));
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[at] = value;
    if (at >= this.length) this.length = at + 1;
  }

  /** Those that there are, until the next one is added. */
  get items(): Items {
    return this.#items.subarray(0, this.length) as Items;
  }

  push(value: number): number {
    this.set(this.length, value);
    return this.length - 1;
  }
}

/** Whole numbers below 2³². */
export class Uint32List extends Numbers<Uint32Array> {
  constructor() {
    super((length) => new Uint32Array(length));
  }
}

/** Whole numbers below 256. */
export class Uint8List extends Numbers<Uint8Array> {
  constructor() {
    super((length) => new Uint8Array(length));
  }
}

/** Whole numbers from -2³¹ on, below 2³¹. */
export class Int32List extends Numbers<Int32Array> {
  constructor() {
    super((length) => new Int32Array(length));
  }
}
