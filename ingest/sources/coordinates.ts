import type { Point } from '../../core/geo/point.js';
import { nearestCity } from './nearestCity.js';

/** Points compared of a file: this many, or half as many, spread over its rows. */
const SAMPLE = 2_000;
/** Fewer points say too little. */
const FEWEST = 30;
const FEWEST_WITH_COUNTRY = 10;
/** Far enough from a city to ask whether the exchanged point is much nearer to one. */
const FAR_KM = 10;
const MUCH_NEARER = 3;

/** A row with coordinates. */
interface Located extends Point {
  file: string;
  line: number;
  /** ISO 3166-1 alpha-2, if the row has a country. */
  countryCode?: string | undefined;
}

/** Looks at the coordinates of all rows, and remembers an even sample of each file. */
export class Coordinates {
  #nulls = 0;
  #firstNull: Located | undefined;
  readonly #samples = new Map<string, { rows: number; stride: number; sample: Located[] }>();

  look(row: Located): void {
    if (row.latitude === 0 && row.longitude === 0) {
      this.#nulls += 1;
      this.#firstNull ??= row;
    }
    const seen = this.#samples.get(row.file) ?? { rows: 0, stride: 1, sample: [] };
    this.#samples.set(row.file, seen);
    if (seen.rows % seen.stride === 0) seen.sample.push(row);
    seen.rows += 1;
    if (seen.sample.length < SAMPLE) return;
    seen.sample = seen.sample.filter((_, at) => at % 2 === 0);
    seen.stride *= 2;
  }

  /** Warns of rows at 0°, 0°. They are hardly ever right, but are loaded. */
  warnings(): string[] {
    if (this.#firstNull === undefined) return [];
    const { file, line } = this.#firstNull;
    const which = this.#nulls === 1 ? `the row ${file}:${line} lies` : `${this.#nulls} rows lie`;
    const first = this.#nulls === 1 ? '' : `, the first of them ${file}:${line}`;
    return [
      `warning: ${which} at 0°, 0° ("null island")${first}: coordinates that are missing are often written so`,
    ];
  }

  /** Lists the files whose rows do not lie where they should. */
  doubts(): string[] {
    return [...this.#samples].flatMap(([file, { sample }]) => {
      const doubt = doubtOf(sample);
      return doubt === undefined ? [] : [`${file}: ${doubt}`];
    });
  }
}

/** Compares a sample with the built-in cities: as it is, and with latitude and longitude exchanged. */
function doubtOf(sample: readonly Located[]): string | undefined {
  if (sample.length < FEWEST_WITH_COUNTRY) return undefined;
  const compared = sample.map(({ latitude, longitude, countryCode }) => ({
    countryCode,
    given: nearestCity({ latitude, longitude }),
    // Such a point cannot have been exchanged.
    exchanged:
      Math.abs(longitude) > 90 ? undefined : nearestCity({ latitude: longitude, longitude: latitude }), // prettier-ignore
  }));
  const stating = compared.filter(({ countryCode }) => countryCode !== undefined);
  const given = stating.filter((row) => row.given?.countryCode === row.countryCode).length;
  const exchanged = stating.filter((row) => row.exchanged?.countryCode === row.countryCode).length;
  if (stating.length >= FEWEST_WITH_COUNTRY) {
    const where = `${given} of ${stating.length} compared rows are nearest to a city of the country that they state`;
    if (given >= stating.length / 2) return undefined;
    return exchanged > stating.length / 2
      ? `latitude and longitude seem to be exchanged: ${where}, and ${exchanged} if they are exchanged back`
      : `only ${where}; correct the coordinates or the countries`;
  }
  const isMuchNearer = (one = Infinity, other = Infinity): boolean =>
    other > FAR_KM && one * MUCH_NEARER < other;
  const better = compared.filter((row) => isMuchNearer(row.exchanged?.km, row.given?.km)).length;
  const worse = compared.filter((row) => isMuchNearer(row.given?.km, row.exchanged?.km)).length;
  if (sample.length < FEWEST || better < sample.length / 2 || worse > better / 5) return undefined;
  return `latitude and longitude seem to be exchanged: ${better} of ${sample.length} compared rows are far from any city, and near one if they are exchanged back`;
}

/** True if coordinates are out of range, and would be in range if they were swapped. */
export function areSwapped(latitude: number, longitude: number): boolean {
  const isSound = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return !isSound && Math.abs(latitude) <= 180 && Math.abs(longitude) <= 90;
}
