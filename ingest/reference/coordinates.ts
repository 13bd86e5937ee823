import type { Point } from '../../core/geo/point.js';
import { isOutside, nearestCity } from './nearCities.js';
import type { LocatedRow, RowsOfCountry } from './outside.js';

/** Points compared of a file: this many, or half as many, spread over its rows. */
const SAMPLE = 2_000;
/** Further files are compared as one. */
const MAX_FILES = 100;
const OTHER_FILES = 'the other files';
/** The rows outside of one country that are kept. */
const KEPT = 20;
/** Fewer points say too little. */
const FEWEST = 30;
const FEWEST_AT_ZERO = 10;
/** A point is misplaced if it is farther than this from any city, and this many times nearer to one if exchanged. */
const FAR_KM = 10;
const MUCH_NEARER = 3;

/** A row. Its country may be unknown. */
type Located = Omit<LocatedRow, 'countryCode'> & { countryCode?: string | undefined };

interface FileRows {
  /** Rows that state a country, by its code. */
  countries: Map<string, RowsOfCountry>;
  /** The other rows, and an even sample of them. */
  rows: number;
  stride: number;
  sample: Point[];
}

/** Checks the coordinates of all rows by their countries, and an even sample of each file's rows without one. */
export class Coordinates {
  #rows = 0;
  readonly #nulls = { count: 0, first: '' };
  readonly #files = new Map<string, FileRows>();

  /** Adds a row. */
  add(row: Located): void {
    this.#rows += 1;
    if (row.latitude === 0 && row.longitude === 0) {
      this.#nulls.count += 1;
      this.#nulls.first ||= `${row.file}:${row.line}`;
    }
    const file = this.#files.has(row.file) || this.#files.size < MAX_FILES ? row.file : OTHER_FILES; // prettier-ignore
    const seen: FileRows = this.#files.get(file) ?? { countries: new Map(), rows: 0, stride: 1, sample: [] }; // prettier-ignore
    this.#files.set(file, seen);
    const { countryCode } = row;
    const isFar = countryCode === undefined ? undefined : isOutside(countryCode, row);
    if (countryCode !== undefined && isFar !== undefined) {
      const country: RowsOfCountry = seen.countries.get(countryCode) ?? { countryCode, rows: 0, outside: 0, first: [] }; // prettier-ignore
      seen.countries.set(countryCode, country);
      country.rows += 1;
      if (!isFar) return;
      country.outside += 1;
      if (country.first.length < KEPT) country.first.push({ ...row, countryCode });
      return;
    }
    if (seen.rows % seen.stride === 0) seen.sample.push(row);
    seen.rows += 1;
    if (seen.sample.length < SAMPLE) return;
    seen.sample = seen.sample.filter((_, at) => at % 2 === 0);
    seen.stride *= 2;
  }

  /** Returns the rows of each file that state a country. */
  outside(): (readonly [file: string, countries: readonly RowsOfCountry[]])[] {
    return [...this.#files].map(([file, { countries }]) => [file, [...countries.values()]]);
  }

  /** Warns of rows at 0°, 0°. They are hardly ever right, but are loaded. */
  warnings(): string[] {
    const { count, first } = this.#nulls;
    if (count === 0) return [];
    const which = count === 1 ? `the row ${first} lies` : `${count} rows lie`;
    return [
      `warning: ${which} at 0°, 0° ("null island")${count === 1 ? '' : `, the first of them ${first}`}: coordinates that are missing are often written so`,
    ];
  }

  /** Lists the files whose rows do not lie where they should. */
  doubts(): string[] {
    const { count } = this.#nulls;
    return [
      ...(count >= FEWEST_AT_ZERO && count > this.#rows / 2
        ? [`${count} of ${this.#rows} rows lie at 0°, 0°`]
        : []),
      ...[...this.#files].flatMap(([file, { sample }]) =>
        doubtsOf(sample).map((doubt) => `${file}: ${doubt}`),
      ),
    ];
  }
}

/** Compares a sample with the built-in cities: as it is, and with latitude and longitude exchanged. */
function doubtsOf(sample: readonly Point[]): string[] {
  if (sample.length < FEWEST) return [];
  const compared = sample.map(({ latitude, longitude }) => ({
    given: nearestCity(latitude, longitude),
    exchanged: nearestCity(longitude, latitude),
  }));
  const isBetter = (one: number, other: number) => other > FAR_KM && one * MUCH_NEARER < other;
  const back = compared.filter(({ given, exchanged }) => isBetter(exchanged.km, given.km)).length;
  const away = compared.filter(({ given, exchanged }) => isBetter(given.km, exchanged.km)).length;
  if (back < sample.length / 2 || away > back / 5) return [];
  return [
    `latitude and longitude seem to be exchanged: ${back} of ${sample.length} compared rows are far from any city, and near one if they are exchanged back`,
  ];
}
