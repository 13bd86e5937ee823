import type { Client, estypes } from '@elastic/elasticsearch';
import { countBy, partition } from 'es-toolkit/array';
import { counted } from '../../../core/cli/counted.js';
import { percent } from '../../../core/cli/share.js';
import { distanceKm, pointOf } from '../../../core/geo/point.js';
import { GENERATIONS } from '../../../indices/resources.js';
import { byId, contents, type Fields, readByIds } from '../diff.js';
import { areOfSameSources, readNote } from '../provenance.js';
import type { Check, Compared, Measure } from './check.js';
import { LIMITS } from './limits.js';

type Query = estypes.QueryDslQueryContainer;

/** Large enough to estimate a share of 1 % within 0.2 %, and quick beside a load. */
const SAMPLE = 10_000;
/** Any number: every run takes the same sample. */
const SEED = 1;
const MOVED_KM = 25;
const MOVED = 'moved by';
const EXAMPLES = 5;
const ALLOWING = 'If that is right, use --allow-change';

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
 */
export const changed: Check<Compared> = {
  name: 'changed',
  async measure({
    context,
    name,
    index,
    live,
    sources,
    allowShrink,
    allowChange = false,
    limits: { maxChanged = LIMITS.maxChanged.default } = {},
  }) {
    const fields = GENERATIONS.find(({ resource }) => resource === name)?.compared;
    if (allowChange || fields === undefined || live?.count === undefined) return [];
    const { client } = context;
    const { provenance } = await readNote(client, live.index);
    // Data of other sources has other ids.
    const areOfSame = provenance !== undefined && areOfSameSources(provenance, { sources });
    const measures: Measure[] = [];
    for (const query of await queriesOf(client, name, live.index)) {
      const before = await sampleOf(client, live.index, query, fields);
      if (before.length === 0) continue;
      const after = await readByIds(client, index, before.map(([id]) => id), fields); // prettier-ignore
      const [kept, lost] = partition(before, ([id]) => after.has(id));
      if (areOfSame) {
        // With --allow-shrink a source may lose documents, but not all of them.
        const most = allowShrink ? before.length - 1 : before.length * maxChanged;
        const ids = lost.map(([id]) => id);
        measures.push(gone(ids, before.length, most, maxChanged));
      }
      const faults = kept.map(
        ([id, document]) => [id, faultsOf(document, after.get(id) ?? {})] as const,
      );
      measures.push(worse(name, faults, maxChanged));
    }
    return measures;
  },
};

/** Reads random documents, the same ones in each run. */
async function sampleOf(client: Client, index: string, query: Query, fields: string[]) {
  const random = {
    query: { bool: { filter: [query] } },
    functions: [{ random_score: { seed: SEED, field: '_seq_no' } }],
    boost_mode: 'replace',
  } as estypes.QueryDslFunctionScoreQuery;
  const { hits } = await client.search<Fields>({
    index,
    query: { function_score: random },
    ...contents(fields),
    size: SAMPLE,
    track_total_hits: false,
    allow_partial_search_results: false,
  });
  return [...byId(hits.hits)];
}

function gone(lost: readonly string[], compared: number, most: number, share: number): Measure {
  const measured = { value: lost.length / compared, limit: most / compared };
  if (lost.length <= most) return measured;
  const examples = lost.slice(0, EXAMPLES);
  const complaint = `${lost.length} of ${counted(compared, 'live document')} that were compared are gone, at most ${percent(share)} may be; for example ${examples.join(', ')}: rows may be missing, or the ids may come from another column. ${ALLOWING}`;
  return { ...measured, complaint, examples };
}

function worse(
  name: string,
  compared: readonly (readonly [id: string, faults: readonly string[]])[],
  limit: number,
): Measure {
  const found = compared.filter(([, faults]) => faults.length > 0);
  const value = compared.length === 0 ? 0 : found.length / compared.length;
  if (found.length <= compared.length * limit) return { value, limit };
  const kinds = countBy(
    found.flatMap(([, faults]) => faults),
    (fault) => (fault.startsWith(MOVED) ? `${MOVED} more than ${MOVED_KM} km` : fault),
  );
  const counts = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`).join(', '); // prettier-ignore
  const examples = found.slice(0, EXAMPLES).map(([id, faults]) => `${id} ${faults.join(', ')}`);
  const complaint = `${found.length} of ${counted(compared.length, 'document')} compared with the live ones are worse (${percent(value)}, at most ${percent(limit)} may be): ${counts}; for example ${examples.join('; ')}. ${ALLOWING}, or set checks.${name}.maxChanged in the sources file`;
  return { value, limit, complaint, examples };
}

/** Returns queries for the documents of each source, as far as the documents tell it. */
export async function queriesOf(client: Client, name: string, index: string): Promise<Query[]> {
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
