/** A row that lies where coordinates lie that were never filled in. */
interface Found {
  file: string;
  line: number;
}

/** Rows at 0°, 0°, which may be right, but hardly ever are: they are taken, and told of. */
export class NullIsland {
  #count = 0;
  #first: Found | undefined;

  look(latitude: number, longitude: number, file: string, line: number): void {
    if (latitude !== 0 || longitude !== 0) return;
    this.#count += 1;
    this.#first ??= { file, line };
  }

  /** Returns what a person is to be told. */
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

/** Tells whether coordinates that are out of range would be in range the other way round. */
export function areSwapped(latitude: number, longitude: number): boolean {
  const isSound = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return !isSound && Math.abs(latitude) <= 180 && Math.abs(longitude) <= 90;
}
