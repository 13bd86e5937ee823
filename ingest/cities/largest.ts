import type { Client, estypes } from '@elastic/elasticsearch';
import { intersection, orderBy, uniqBy } from 'es-toolkit/array';
import { byId, contents, type Fields } from '../generations/diff.js';
import { primaryIds } from '../reference/iso.js';
import type { CityRow } from './row.js';

/** More countries, and more capitals, than there are. */
const MAX_FOUND = 10_000;

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
): Promise<{ largest: Set<unknown>; others: Map<string, Fields> }> {
  const gone = [...live.values()];
  const ofChanges = [...gone.map(({ country_id: id }) => id), ...changed.map((row) => row.countryId)]; // prettier-ignore
  const countries = intersection([...primaryIds()], ofChanges as string[]);
  const read = async (
    request: Pick<estypes.SearchRequest, 'collapse'>,
    ...more: estypes.QueryDslQueryContainer[]
  ): Promise<Map<string, Fields>> => {
    const filter = [{ terms: { country_id: countries } }, ...more];
    const { hits } = await client.search<Fields>({
      index,
      query: { bool: { filter, must_not: { ids: { values: [...live.keys()] } } } },
      ...contents(true),
      // If two cities are the largest, the one that is primary stays primary.
      sort: [{ population: 'desc' }, { primary: 'desc' }],
      size: MAX_FOUND,
      ...request,
    });
    return byId(hits.hits);
  };
  const small = { range: { population: { lt: primaryFrom } } };
  const unchanged = new Map([
    ...(await read({ collapse: { field: 'country_id' } })),
    ...(await read({}, { term: { primary: true } }, small)),
  ]);
  const stored = [...unchanged.values()];
  const primary = [...stored, ...gone].filter((each) => each.primary === true);
  const wasPrimary = new Set(primary.map((each) => each.source_id));
  const all = [
    ...stored.map((each) => [each.country_id, each.source_id, each.population] as const),
    ...changed.map((row) => [row.countryId, row.sourceId, row.population ?? 0] as const),
  ].filter(([country]) => countries.includes(country as string));
  const sorted = orderBy(all, [([, , population]) => population, ([, id]) => wasPrimary.has(id)], ['desc', 'desc']); // prettier-ignore
  const largest = new Set(uniqBy(sorted, ([country]) => country).map(([, sourceId]) => sourceId));
  const others = [...unchanged].filter(([, each]) => {
    const isLarge = (each.population as number) >= primaryFrom;
    return (isLarge || each.capital === true || largest.has(each.source_id)) !== each.primary;
  });
  return { largest, others: new Map(others) };
}
