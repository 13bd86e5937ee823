/** From the shore of the Dead Sea to Mount Everest, with a margin. */
const [LEAST, MOST] = [-450, 8_900];
/** More cells of a file are not counted. */
const MOST_COUNTED = 100_000;

/** Counts the cells of files that hold no height of a land, such as -32768, -9999, or a mean with these. */
export class ImpossibleHeights {
  readonly #files = new Map<string, { value: number; cells: Set<number> }>();

  /** @param cell its number in the file, because cells are read several times */
  look(file: string, value: number, cell: number): void {
    // NaN stands for an unknown height.
    if (!(value < LEAST || value > MOST)) return;
    const found = this.#files.get(file) ?? { value, cells: new Set() };
    this.#files.set(file, found);
    if (found.cells.size < MOST_COUNTED) found.cells.add(cell);
  }

  doubts(): string[] {
    return [...this.#files].map(
      ([
        file,
        {
          value,
          cells: { size },
        },
      ]) => {
        const count = size < MOST_COUNTED ? String(size) : `${size} or more`;
        return `${file}: ${count} of the cells read hold ${value} or another height in metres that no land has; mark cells without a height (\`gdal_translate -a_nodata ${value}\`), and let the sea have 0`;
      },
    );
  }
}
