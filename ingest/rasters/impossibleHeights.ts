/** Depths of the sea are no faults, because only lands get heights. */
const DEEPEST_SEA = -11_000;
/** The shore of the Dead Sea, and Mount Everest, with a margin. */
const LOWEST_LAND = -450;
const HIGHEST_LAND = 8_900;
/** Also written for cells of which nothing is known. Others, such as -32768, are out of range. */
const VOID = -9_999;

/** More cells of a file are not counted. */
const MOST_COUNTED = 100_000;

/** True for a height in metres that no land has. */
export function isImpossible(height: number): boolean {
  return height < LOWEST_LAND || height > HIGHEST_LAND;
}

/** Counts the cells of files that hold no height, though the file does not say that they are unknown. */
export class ImpossibleHeights {
  readonly #files = new Map<string, { value: number; cells: Set<number> }>();

  /** @param cell its number in the file, because cells are read several times */
  look(file: string, value: number, cell: number): void {
    if (value >= DEEPEST_SEA && value <= HIGHEST_LAND && value !== VOID) return;
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
        return `${file}: ${count} of the cells read hold ${value} m or another height that no place has; mark cells without a height as such (\`gdal_translate -a_nodata ${value}\`)`;
      },
    );
  }
}
