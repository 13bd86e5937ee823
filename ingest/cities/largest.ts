import type { Client, estypes } from '@elastic/elasticsearch';
import { groupBy, intersection, orderBy } from 'es-toolkit/array';
import { byId, contents, type Fields } from '../generations/diff.js';
import { primaryIds } from '../sources/iso.js';
import type { CityRow } from './row.js';

/** More capitals than a country has. */
const MAX_SMALL_PRIMARY = 1_000;

interface Reading {
  client: Client;
  /** The live generation. */
  index: string;
  /** Its documents that change, by id. */
  live: ReadonlyMap<string, Fields>;
  /** Cities of at least this many inhabitants are primary. */
  primaryFrom: number;
}

/**
 * Finds the largest cities of the primary countries in which something changes.
 * @param changed the changed cities
 * @returns the source ids of the largest cities; and other live documents, by id, that are primary from
 * now on or no longer
 */
export async function findLargest(
  { client, index, live, primaryFrom }: Reading,
  changed: readonly (Pick<CityRow, 'sourceId' | 'population'> & { countryId: string })[],
): Promise<{ largest: Set<string>; others: Map<string, Fields> }> {
  const largest = new Set<unknown>();
  const others = new Map<string, Fields>();
  const before = groupBy([...live], ([, fields]) => fields.country_id as string);
  const after = groupBy([...changed], ({ countryId }) => countryId);
  for (const country of intersection(Object.keys({ ...before, ...after }), [...primaryIds()])) {
    const gone = before[country] ?? [];
    const without = { ids: { values: gone.map(([id]) => id) } };
    const read = async (size: number, ...more: estypes.QueryDslQueryContainer[]) => {
      const filter = [{ term: { country_id: country } }, ...more];
      const { hits } = await client.search<Fields>({
        index,
        query: { bool: { filter, must_not: without } },
        ...contents(true),
        // If two cities are the largest, the one that is primary stays primary.
        sort: [{ population: 'desc' }, { primary: 'desc' }],
        size,
      });
      return byId(hits.hits);
    };
    const small = { range: { population: { lt: primaryFrom } } };
    const unchanged = new Map([
      ...(await read(1)),
      ...(await read(MAX_SMALL_PRIMARY, { term: { primary: true } }, small)),
    ]);
    const stored = [...unchanged, ...gone].map(([, fields]) => fields);
    const wasPrimary = new Set(stored.flatMap((each) => (each.primary === true ? [each.source_id] : []))); // prettier-ignore
    const [first] = orderBy(
      [
        ...[...unchanged.values()].map((each) => [each.source_id, each.population] as const),
        ...(after[country] ?? []).map((row) => [row.sourceId, row.population ?? 0] as const),
      ],
      [([, population]) => population, ([sourceId]) => wasPrimary.has(sourceId)],
      ['desc', 'desc'],
    );
    if (first !== undefined) largest.add(first[0]);
    for (const [id, each] of unchanged) {
      const isLarge = (each.population as number) >= primaryFrom;
      const isPrimary = isLarge || each.capital === true || largest.has(each.source_id);
      if (isPrimary !== each.primary) others.set(id, each);
    }
  }
  return { largest: largest as Set<string>, others };
}
