import type { Client, estypes } from '@elastic/elasticsearch';
import { countBy, difference, mapAsync } from 'es-toolkit/array';
import { counted } from '../../core/cli/counted.js';
import { percent } from '../../core/cli/share.js';
import { distanceKm, pointOf } from '../../core/geo/point.js';
import { listed } from '../files/shown.js';
import { readProvenance, type Source } from '../../indices/provenance.js';
import { byId, contents, type Fields, readByIds } from './diff.js';
import { areOfSameSources, readMeta } from './provenance.js';

/** The share of compared documents that may be worse than the live ones by default. */
export const DEFAULT_MAX_CHANGED = 0.2;

/** Large enough to estimate a share of 1 % within 0.2 %, and quick beside a load. */
const SAMPLE = 10_000;
/** Any number: every run takes the same sample. */
const SEED = 1;
const MOVED_KM = 25;
const MOVED = 'moved by';
const EXAMPLES = 5;

/** The compared fields by resource. Lands have none of them, and markers follow places. */
const COMPARED: Readonly<Partial<Record<string, string[]>>> = {
  countries: ['names', 'population'],
  cities: ['location', 'name', 'names', 'region_name', 'population'],
  places: ['location', 'name'],
};

/**
 * Compares a random sample of the live documents with those of a new generation that have the same ids. A
 * share of them may have moved far, or lost a name, region or population.
 * @returns the complaint, if there is one
 */
export async function checkChange(
  client: Client,
  name: string,
  live: string,
  { index, sources }: { index: string; sources: readonly Source[] },
  maxChanged: number,
): Promise<string[]> {
  const fields = COMPARED[name];
  if (maxChanged >= 1 || fields === undefined) return [];
  const random = { functions: [{ random_score: { seed: SEED, field: '_seq_no' } }] };
  const { hits } = await client.search<Fields>({
    index: live,
    query: { function_score: random },
    ...contents(fields),
    size: SAMPLE,
    track_total_hits: false,
    allow_partial_search_results: false,
  });
  const before = byId(hits.hits);
  const after = await readByIds(client, index, [...before.keys()], fields);
  const allowing = `If that is right, use --allow-change`;
  if (before.size > 0 && after.size === 0) {
    const provenance = readProvenance(await readMeta(client, live));
    // Other sources have other ids.
    if (provenance === undefined || !areOfSameSources(provenance, { sources })) return [];
    const none = `none of ${counted(before.size, 'live document')} that were compared has its id in the new data`;
    return [`${none}: the ids may come from another column. ${allowing}`];
  }
  const worse = [...after]
    .map(([id, document]) => ({ id, faults: faultsOf(before.get(id) ?? {}, document) }))
    .filter(({ faults }) => faults.length > 0);
  if (worse.length <= after.size * maxChanged) return [];
  const kinds = countBy(
    worse.flatMap(({ faults }) => faults),
    (fault) => (fault.startsWith(MOVED) ? `${MOVED} more than ${MOVED_KM} km` : fault),
  );
  const share = `${percent(worse.length / after.size)}, at most ${percent(maxChanged)} may be`;
  const counts = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`).join(', '); // prettier-ignore
  const examples = worse.slice(0, EXAMPLES).map(({ id, faults }) => `${id} ${faults.join(', ')}`);
  return [
    `${worse.length} of ${counted(after.size, 'document')} compared with the live ones are worse (${share}): ${counts}; for example ${examples.join('; ')}. ${allowing}, or set checks.${name}.maxChanged in the sources file`,
  ];
}

/** The field with the country by resource. */
const COUNTRY_FIELDS: Readonly<Partial<Record<string, string>>> = { countries: 'id', cities: 'country_id' }; // prettier-ignore
/** More than there are. */
const MAX_COUNTRIES = 1_000;

/** Lists the fault of a generation that lacks all of a country. A file that was cut off is hardly smaller. */
export async function checkCountries(
  client: Client,
  name: string,
  indices: readonly [live: string, made: string],
): Promise<string[]> {
  const field = COUNTRY_FIELDS[name];
  if (field === undefined) return [];
  const lost = await lostCountries(client, indices, field);
  if (lost.length === 0) return [];
  return [`it has no ${name} of ${listed(lost)}, which are live; if that is right, use --allow-shrink`]; // prettier-ignore
}

/** Returns the ids of the countries of which the second index has no documents, though the first one has. */
export async function lostCountries(
  client: Client,
  indices: readonly [from: string, to: string],
  field: string,
  query: estypes.QueryDslQueryContainer = { match_all: {} },
): Promise<string[]> {
  const aggs = { countries: { terms: { field, size: MAX_COUNTRIES } } };
  const [before = [], after = []] = await mapAsync([...indices], async (index) => {
    const { aggregations } = await client.search<unknown, { countries: { buckets: { key: string }[] } }>({ index, size: 0, query, aggs }); // prettier-ignore
    return (aggregations?.countries.buckets ?? []).map(({ key }) => key);
  });
  return difference(before, after);
}

/** Lists what is worse about a document than about the live one. */
export function faultsOf(before: Fields, after: Fields): string[] {
  const faults: string[] = [];
  const [from, to] = [before.location, after.location] as ([number, number] | undefined)[];
  const km = from && to ? distanceKm(pointOf(from), pointOf(to)) : 0;
  if (km > MOVED_KM) faults.push(`${MOVED} ${Math.round(km)} km`);
  const lost = Object.keys(before).filter((field) => isThere(before[field]) && !isThere(after[field])); // prettier-ignore
  if (before.name !== after.name) faults.push('renamed');
  if (lost.some((field) => field.startsWith('names.'))) faults.push('lost a name');
  if (lost.includes('region_name')) faults.push('lost its region');
  if (lost.includes('population')) faults.push('lost its population');
  return faults;
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== 0;
}
