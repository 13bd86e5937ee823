import type { Client, estypes } from '@elastic/elasticsearch';
import { countBy, difference, mapAsync, partition } from 'es-toolkit/array';
import { counted } from '../../core/cli/counted.js';
import { percent } from '../../core/cli/share.js';
import { distanceKm, pointOf } from '../../core/geo/point.js';
import { listed } from '../files/shown.js';
import { readProvenance, type Source } from '../../indices/provenance.js';
import { byId, contents, type Fields, readByIds } from './diff.js';
import { areOfSameSources, readMeta } from './provenance.js';

type Query = estypes.QueryDslQueryContainer;

/** The share of compared documents that may be worse than the live ones by default. */
export const DEFAULT_MAX_CHANGED = 0.2;

/** Large enough to estimate a share of 1 % within 0.2 %, and quick beside a load. */
const SAMPLE = 10_000;
/** Any number: every run takes the same sample. */
const SEED = 1;
const MOVED_KM = 25;
const MOVED = 'moved by';
const EXAMPLES = 5;
const ALLOWING = 'If that is right, use --allow-change';

/** The compared fields by resource. Lands have none of them, and markers are made from places. */
const COMPARED: Readonly<Partial<Record<string, string[]>>> = {
  countries: ['names', 'population'],
  cities: ['source_id', 'location', 'name', 'names', 'region_name', 'population'],
  places: ['location', 'name'],
};

/** Finds the built-in places by their ids, because no stored field has the source of a place. */
export const BUILT_IN_PLACES = {
  regexp: {
    id: '(geonames|ourairports|gppd|pleiades|imls|obdb|inrail|ipeds|db|wpi|ror|irail|ne|whs)-.*',
  },
};

/**
 * Finds the cities whose source ids begin with the `source` of a mapping. Lenient, because the field could not be
 * searched in earlier indices: all their cities count as one source.
 */
const OWN_CITIES = {
  query_string: { query: 'source_id:/[a-zA-Z][a-zA-Z0-9]*-.*/', lenient: true },
};

/**
 * Compares random live documents with those of a new generation that have the same ids. Few documents of a
 * source could be missing from a sample of all. So the cities of each source have a sample of their own, and
 * so have the built-in places and the other places. A share of each sample may be gone, have moved far, or
 * have lost a name, region or population.
 * @returns the complaints
 */
export async function checkChange(
  client: Client,
  name: string,
  live: string,
  { index, sources }: { index: string; sources: readonly Source[] },
  { allowShrink, maxChanged }: { allowShrink: boolean; maxChanged: number },
): Promise<string[]> {
  const fields = COMPARED[name];
  if (maxChanged >= 1 || fields === undefined) return [];
  const provenance = readProvenance(await readMeta(client, live));
  // Other sources have other ids.
  const areOfSame = provenance !== undefined && areOfSameSources(provenance, { sources });
  const complaints: string[] = [];
  for (const query of await queriesOf(client, name, live)) {
    const { hits } = await client.search<Fields>({
      index: live,
      query: {
        function_score: {
          query: { bool: { filter: [query] } },
          functions: [{ random_score: { seed: SEED, field: '_seq_no' } }],
          boost_mode: 'replace',
        } as estypes.QueryDslFunctionScoreQuery,
      },
      ...contents(fields),
      size: SAMPLE,
      track_total_hits: false,
      allow_partial_search_results: false,
    });
    const before = [...byId(hits.hits)];
    if (before.length === 0) continue;
    const after = await readByIds(client, index, before.map(([id]) => id), fields); // prettier-ignore
    const [kept, lost] = partition(before, ([id]) => after.has(id));
    // With --allow-shrink a source may lose documents, but not all of them.
    const mayBeLost = allowShrink ? before.length - 1 : before.length * maxChanged;
    if (areOfSame && lost.length > mayBeLost) {
      const ids = lost.slice(0, EXAMPLES).map(([id]) => id);
      complaints.push(
        `${lost.length} of ${counted(before.length, 'live document')} that were compared are gone, at most ${percent(maxChanged)} may be; for example ${ids.join(', ')}: rows may be missing, or the ids may come from another column. ${ALLOWING}`,
      );
    }
    const worse = kept
      .map(([id, document]) => ({ id, faults: faultsOf(document, after.get(id) ?? {}) }))
      .filter(({ faults }) => faults.length > 0);
    if (worse.length <= kept.length * maxChanged) continue;
    const kinds = countBy(
      worse.flatMap(({ faults }) => faults),
      (fault) => (fault.startsWith(MOVED) ? `${MOVED} more than ${MOVED_KM} km` : fault),
    );
    const share = `${percent(worse.length / kept.length)}, at most ${percent(maxChanged)} may be`;
    const counts = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`).join(', '); // prettier-ignore
    const examples = worse.slice(0, EXAMPLES).map(({ id, faults }) => `${id} ${faults.join(', ')}`); // prettier-ignore
    complaints.push(
      `${worse.length} of ${counted(kept.length, 'document')} compared with the live ones are worse (${share}): ${counts}; for example ${examples.join('; ')}. ${ALLOWING}, or set checks.${name}.maxChanged in the sources file`,
    );
  }
  return complaints;
}

/** Returns queries for the documents of each source, as far as the documents tell it. */
async function queriesOf(client: Client, name: string, index: string): Promise<Query[]> {
  if (name === 'places') return [BUILT_IN_PLACES, { bool: { must_not: BUILT_IN_PLACES } }];
  const sources: Query[] = [];
  for (;;) {
    const others = { bool: { must_not: sources } };
    if (name !== 'cities') return [others];
    const query = { bool: { ...others.bool, filter: OWN_CITIES } };
    const { hits } = await client.search<Fields>({ index, query, size: 1, ...contents(['source_id']) }); // prettier-ignore
    const [first] = byId(hits.hits).values();
    if (first === undefined) return [...sources, others];
    sources.push({ prefix: { source_id: (first.source_id as string).replace(/-.*/s, '-') } });
  }
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
  const aggs = { countries: { terms: { field, size: MAX_COUNTRIES } } };
  const [before = [], after = []] = await mapAsync([...indices], async (index) => {
    const { aggregations } = await client.search<unknown, { countries: { buckets: { key: string }[] } }>({ index, size: 0, aggs }); // prettier-ignore
    return (aggregations?.countries.buckets ?? []).map(({ key }) => key);
  });
  const lost = difference(before, after);
  if (lost.length === 0) return [];
  return [`it has no ${name} of ${listed(lost)}, which are live; if that is right, use --allow-shrink`]; // prettier-ignore
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
