import { minBy } from 'es-toolkit/array';
import { once } from 'es-toolkit/function';
import { sumBy } from 'es-toolkit/math';
import Flatbush from 'flatbush';
import { distanceKm, type Point } from '../../core/geo/point.js';
import { geonamesRecords } from './geonames.js';

/** Points compared of a file: this many, or half as many, spread over its rows. */
const SAMPLE = 2_000;
/** Further files are compared as one. */
const MAX_FILES = 100;
const OTHER_FILES = 'the other files';
/** Fewer points say too little. */
const FEWEST = 30;
const FEWEST_WITH_COUNTRY = 10;
/** A point is misplaced if it is farther than this from any city, and this many times nearer to one if exchanged. */
const FAR_KM = 10;
const MUCH_NEARER = 3;

interface Located extends Point {
  file: string;
  line: number;
  /** ISO 3166-1 alpha-2, if the row has a country. */
  countryCode?: string | undefined;
}

/** Checks the coordinates of all rows, with an even sample of each file. */
export class Coordinates {
  readonly #nulls = { count: 0, first: '' };
  readonly #samples = new Map<string, { rows: number; stride: number; sample: Located[] }>();

  /** Adds a row to the sample. */
  add(row: Located): void {
    if (row.latitude === 0 && row.longitude === 0) {
      this.#nulls.count += 1;
      this.#nulls.first ||= `${row.file}:${row.line}`;
    }
    const isOwn = this.#samples.has(row.file) || this.#samples.size < MAX_FILES;
    const file = isOwn ? row.file : OTHER_FILES;
    const seen = this.#samples.get(file) ?? { rows: 0, stride: 1, sample: [] };
    this.#samples.set(file, seen);
    if (seen.rows % seen.stride === 0) seen.sample.push(row);
    seen.rows += 1;
    if (seen.sample.length < SAMPLE) return;
    seen.sample = seen.sample.filter((_, at) => at % 2 === 0);
    seen.stride *= 2;
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
    const rows = sumBy([...this.#samples.values()], (each) => each.rows);
    const { count } = this.#nulls;
    return [
      ...(count >= FEWEST_WITH_COUNTRY && count > rows / 2
        ? [`${count} of ${rows} rows lie at 0°, 0°`]
        : []),
      ...[...this.#samples].flatMap(([file, { sample }]) =>
        doubtsOf(sample).map((doubt) => `${file}: ${doubt}`),
      ),
    ];
  }
}

/** Compares a sample with the built-in cities: as it is, and with latitude and longitude exchanged. */
function doubtsOf(sample: readonly Located[]): string[] {
  if (sample.length < FEWEST_WITH_COUNTRY) return [];
  const compared = sample.map(({ latitude, longitude, countryCode }) => ({
    countryCode,
    given: nearestCity(latitude, longitude),
    exchanged: nearestCity(longitude, latitude),
  }));
  const stating = compared.filter(({ countryCode }) => countryCode !== undefined);
  if (stating.length >= FEWEST_WITH_COUNTRY) {
    const [given, exchanged] = (['given', 'exchanged'] as const).map(
      (each) => stating.filter((row) => row[each].countryCode === row.countryCode).length,
    ) as [number, number];
    const where = `${given} of ${stating.length} compared rows are nearest to a city of the country that they state`;
    if (given >= stating.length / 2) return [];
    return exchanged > stating.length / 2
      ? [`latitude and longitude seem to be exchanged: ${where}, and ${exchanged} if they are exchanged back`] // prettier-ignore
      : [`only ${where}; correct the coordinates or the countries`];
  }
  const isBetter = (one: number, other: number) => other > FAR_KM && one * MUCH_NEARER < other;
  const back = compared.filter(({ given, exchanged }) => isBetter(exchanged.km, given.km)).length;
  const away = compared.filter(({ given, exchanged }) => isBetter(given.km, exchanged.km)).length;
  if (sample.length < FEWEST || back < sample.length / 2 || away > back / 5) return [];
  return [
    `latitude and longitude seem to be exchanged: ${back} of ${sample.length} compared rows are far from any city, and near one if they are exchanged back`,
  ];
}

/** Candidates by degrees. The nearest of them by kilometres counts. */
const CANDIDATES = 6;
const NOWHERE = { countryCode: '', km: Infinity };

const index = once(() => {
  const points = geonamesRecords();
  const tree = new Flatbush(points.length);
  for (const { longitude, latitude } of points) tree.add(longitude, latitude, longitude, latitude);
  tree.finish();
  return tree;
});

/** Returns the country of the built-in city that is nearest to a point, nearly always, and its distance. */
function nearestCity(latitude: number, longitude: number): typeof NOWHERE {
  if (Math.abs(latitude) > 90) return NOWHERE;
  const cities = index()
    .neighbors(longitude, latitude, CANDIDATES)
    .flatMap((at) => geonamesRecords()[at] ?? [])
    .map((city) => ({ ...city, km: distanceKm({ latitude, longitude }, city) }));
  return minBy(cities, ({ km }) => km) ?? NOWHERE;
}
