/** A row that lies where coordinates lie that were never filled in. */
interface Found {
  file: string;
  line: number;
}

/** Counts rows at 0°, 0°. They are hardly ever right, so they are loaded with a warning. */
export class NullIsland {
  #count = 0;
  #first: Found | undefined;

  look(latitude: number, longitude: number, file: string, line: number): void {
    if (latitude !== 0 || longitude !== 0) return;
    this.#count += 1;
    this.#first ??= { file, line };
  }

  /** Returns the warnings for the user. */
  warnings(): string[] {
    if (this.#first === undefined) return [];
    const { file, line } = this.#first;
    const which = this.#count === 1 ? `the row ${file}:${line} lies` : `${this.#count} rows lie`;
    const first = this.#count === 1 ? '' : `, the first of them ${file}:${line}`;
    return [
      `warning: ${which} at 0°, 0° ("null island")${first}: coordinates that are missing are often written so`,
    ];
  }
}

/** True if coordinates are out of range, and would be in range if they were swapped. */
export function areSwapped(latitude: number, longitude: number): boolean {
  const isSound = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return !isSound && Math.abs(latitude) <= 180 && Math.abs(longitude) <= 90;
}
