import type { Client, estypes } from '@elastic/elasticsearch';
import { chunk, difference, groupBy, mapAsync } from 'es-toolkit/array';
import type { Point } from '../../../core/geo/point.js';
import { geonamesRecords } from '../../reference/geonames.js';
import type { Check, Compared, Measure } from './check.js';
import { judge } from './judge.js';

/** More than there are. */
const MAX_COUNTRIES = 1_000;
/** Cities of each country that are looked up in the borders. */
const CITIES = 50;
const BATCH = 500;
/** Coarse borders are wrong by so much. */
const NEAR = '10km';
/** Fewer cities of a country say too little. */
const FEWEST = 3;

/** The cities that a country holds, and those within it or near it. */
interface Held {
  within: string[];
  near: string[];
}

/**
 * Compares borders that changed with the live ones, by the built-in cities: a border that moved has lost cities,
 * and gained others. The country that moved most counts.
 */
export const borders: Check<Compared> = {
  name: 'borders',
  async measure(checked) {
    const { context, name, index, live, allowChange } = checked;
    if (name !== 'countries' || allowChange || live?.count === undefined) return [];
    const { client } = context;
    const [before, after] = await mapAsync([live.index, index], (each) => readDigests(client, each)); // prettier-ignore
    const ids = [...(after ?? [])].flatMap(([id, digest]) => {
      const old = before?.get(id);
      return old === undefined || old === digest ? [] : [id];
    });
    if (ids.length === 0) return [judge(checked, 'border', 0)];
    const points = Object.values(groupBy(geonamesRecords(), ({ countryCode }) => countryCode)).flatMap((all) => spread(all, CITIES)); // prettier-ignore
    const [was, is] = await mapAsync([live.index, index], (each) => readHeld(client, each, ids, points)); // prettier-ignore
    return [];
  },
};

async function readDigests(client: Client, index: string): Promise<Map<string, string>> {
  const { hits } = await client.search<{ border_digest?: string }>({
    index,
    size: MAX_COUNTRIES,
    _source: ['border_digest'],
    allow_partial_search_results: false,
  });
  return new Map(hits.hits.map(({ _id: id = '', _source: country }) => [id, country?.border_digest ?? ''])); // prettier-ignore
}

/** Returns elements at equal distances. */
function spread<Element>(all: readonly Element[], most: number): Element[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, at) => all[Math.floor(at * step)] as Element); // prettier-ignore
}

export async function readHeld(
  client: Client,
  index: string,
  ids: string[],
  points: readonly Point[],
): Promise<Map<string, Held>> {
  const held = new Map<string, Held>();
  for (const batch of chunk([...points.entries()], BATCH)) {
    const should = batch.flatMap(([at, { latitude: lat, longitude: lon }]) => {
      const shape = { type: 'point', coordinates: [lon, lat] };
      return [
        { geo_shape: { _name: `within ${at}`, border: { shape, relation: 'intersects' } } },
        { geo_distance: { _name: `near ${at}`, border: { lat, lon }, distance: NEAR } },
      ] as estypes.QueryDslQueryContainer[];
    });
    const { hits } = await client.search({
      index,
      query: { bool: { filter: [{ terms: { id: ids } }], should, minimum_should_match: 1 } },
      size: MAX_COUNTRIES,
      _source: false,
      allow_partial_search_results: false,
    });
    for (const { _id: id = '', matched_queries: matched = [] } of hits.hits) {
      const country = held.get(id) ?? { within: [], near: [] };
      held.set(id, country);
      for (const name of matched as string[]) {
        const [kind, point = ''] = name.split(' ');
        country[kind as keyof Held].push(point);
      }
    }
  }
  return held;
}
