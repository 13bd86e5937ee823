import { basename } from 'node:path';
import { maxBy, orderBy } from 'es-toolkit/array';
import { sumBy } from 'es-toolkit/math';
import { percent } from '../../../core/cli/share.js';
import { countCities, OUTSIDE_KM } from '../../reference/nearCities.js';
import { causeOf, type RowsOfCountry } from '../../reference/outside.js';
import { findGenerations } from '../generation.js';
import { ownFiles, readNote } from '../provenance.js';
import type { Context } from '../resource.js';
import type { Check, Loaded, Measure } from './check.js';
import { EXAMPLES } from './judge.js';
import { LIMITS } from './limits.js';

/** The share of the rows of one country. */
const MAX_OF_COUNTRY = 1 / 3;
/** Countries of fewer built-in cities are judged with their file only: these cities do not show all of the country. */
const FEWEST_CITIES = 25;
/** Own borders may divide the world in another way than the built-in cities. */
const MAX_WITH_OWN_BORDERS = 1 / 2;
/** Fewer rows outside say too little: a typing error in a country of one or two cities, or in a small file. */
const FEWEST = 5;
const COUNTRIES = 3;

/** Refuses rows that lie far outside of the country that they state: of a file, or of a country in it. */
export const outside: Check<Loaded> = {
  name: 'outside',
  async measure({ context, name, run, isTrusted = false, limits = {} }) {
    const files = run.outside?.() ?? [];
    const hasOwn = files.length > 0 && (await hasOwnBorders(context));
    const usual = hasOwn ? MAX_WITH_OWN_BORDERS : LIMITS.outside.default;
    const limit = isTrusted ? 1 : (limits.outside ?? usual);
    return outsideMeasures(name, files, limit, hasOwn ? 1 : Math.max(limit, MAX_OF_COUNTRY));
  },
};

/** Returns the largest share of a file, and of a country. */
export function outsideMeasures(
  name: string,
  files: readonly (readonly [file: string, countries: readonly RowsOfCountry[]])[],
  limit: number,
  limitOfCountry: number,
): Measure[] {
  const ofFiles = files.map(([file, countries]) => groupOf('rows', `rows of ${file}`, limit, countries)); // prettier-ignore
  const ofCountries = files
    .flatMap(([, countries]) => countries)
    .filter(({ countryCode }) => countCities(countryCode) >= FEWEST_CITIES)
    .map((each) => groupOf('country', `rows of ${each.countryCode}`, limitOfCountry, [each]));
  const worst = [ofFiles, ofCountries].flatMap((groups) => maxBy(groups, ({ share }) => share) ?? []); // prettier-ignore
  const refused = worst.find((each) => each.share > each.limit);
  return worst.map((each) => {
    const measured = { of: each.of, value: each.share, limit: each.limit };
    return each === refused ? { ...measured, ...complaintOf(each, name) } : measured;
  });
}

/** Rows that are judged together. */
type Group = ReturnType<typeof groupOf>;

function groupOf(of: string, what: string, limit: number, countries: readonly RowsOfCountry[]) {
  const [rows, count] = (['rows', 'outside'] as const).map((each) => sumBy(countries, (country) => country[each])) as [number, number]; // prettier-ignore
  return { of, what, limit, countries, rows, count, share: count < FEWEST ? 0 : count / rows };
}

function complaintOf({ what, limit, countries, rows, count, share }: Group, name: string) {
  const most = orderBy(countries, ['outside'], ['desc']);
  const counts = most.slice(0, COUNTRIES).map((each) => `${each.countryCode} ${each.outside} of ${each.rows}`); // prettier-ignore
  const examples = most.flatMap(({ first }) => first).slice(0, EXAMPLES)
    .map(({ file, line, countryCode, latitude, longitude }) => `${basename(file)}:${line} (${countryCode}, ${latitude}, ${longitude})`); // prettier-ignore
  const cause = causeOf(countries.flatMap(({ first }) => first));
  const complaint = `${cause}: ${count} of ${rows} ${what} lie more than ${OUTSIDE_KM} km outside of the country that they state (${percent(share)}, at most ${percent(limit)} may): ${counts.join(', ')}; for example ${examples.join('; ')}. If the data is right, set checks.${name}.outside in the sources file`;
  return { complaint, examples };
}

async function hasOwnBorders({ client, overrides, ...names }: Context): Promise<boolean> {
  const { live } = await findGenerations({ client, ...names }, 'countries');
  const index = overrides?.countries ?? live;
  const { provenance } = index === undefined ? {} : await readNote(client, index);
  return provenance !== undefined && ownFiles(provenance).length > 0;
}
