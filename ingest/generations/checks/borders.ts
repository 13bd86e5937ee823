import type { Client, estypes } from '@elastic/elasticsearch';
import { difference, groupBy, intersection, mapAsync, maxBy } from 'es-toolkit/array';
import { once } from 'es-toolkit/function';
import { clamp, meanBy } from 'es-toolkit/math';
import type { Point } from '../../../core/geo/point.js';
import { geonamesRecords } from '../../reference/geonames.js';
import { countriesBy } from '../../reference/iso.js';
import type { Fields } from '../diff.js';
import { type Check, type Compared, liveOf } from './check.js';
import { judge } from './judge.js';
import { isMeasured } from './limits.js';

/** More than there are. */
const MAX_COUNTRIES = 1_000;
/** Cities of all changed countries together. Each is five points that are looked up. */
const CITIES = 500;
/** A country has so many of them. */
const SPREAD = { least: 2, most: 50 };
/** Fewer cities say too little about a single country. */
const FEWEST = 10;
/** Coarse borders are wrong by so much. */
const NEAR = '10km';
/** A moved border may have gained points beside cities: degrees to the east and north. */
const ASIDE = [[1, 0], [0, 1], [-1, 0], [0, -1]] as const; // prettier-ignore

const citiesByCountry = once(() => groupBy(geonamesRecords(), ({ countryCode }) => countryCode));

/**
 * Compares borders that changed with the live ones, at the built-in cities and beside them. A border that moved has
 * lost points and gained others. A coarse border, or one of another claim, has lost or gained, but not both.
 */
export const borders: Check<Compared> = {
  name: 'borders',
  async measure(checked) {
    const { context: { client }, name, index } = checked; // prettier-ignore
    const live = liveOf(checked);
    if (!isMeasured('border', name) || live === undefined) return [];
    const [before, after] = await mapAsync([live.index, index], (each) => readDigests(client, each)); // prettier-ignore
    const ids = [...(before ?? [])].flatMap(([id, digest]) =>
      [undefined, digest].includes(after?.get(id)) ? [] : [id],
    );
    const most = clamp(Math.round(CITIES / ids.length), SPREAD.least, SPREAD.most);
    const compared = await mapAsync(ids, (id) => compareBorder(client, [live.index, index], id, most), { concurrency: 2 }); // prettier-ignore
    const drawn = compared.filter(({ cities }) => cities > 0);
    const all = { id: 'all', cities: FEWEST, lost: meanBy(drawn, (each) => each.lost) || 0, gained: meanBy(drawn, (each) => each.gained) || 0 }; // prettier-ignore
    // A small country that moved has lost all, and may have gained nothing.
    const shares = [...drawn, all].map(({ id, cities, lost, gained }) => ({ id, share: cities < FEWEST ? 0 : lost === 1 ? 1 : Math.min(lost, gained) })); // prettier-ignore
    const { share = 0 } = maxBy(shares, (each) => each.share) ?? {};
    const worst = shares.filter((each) => each.share > 0).sort((one, other) => other.share - one.share); // prettier-ignore
    const examples = worst.map((each) => `${each.id} ${Math.round(each.share * 100)} %`);
    return [judge(checked, 'border', share, { examples })];
  },
};

/**
 * Returns the share of a country's cities that its border has lost, and the number of points that it has gained for each
 * of these cities. A point near the other border is neither.
 */
async function compareBorder(
  client: Client,
  [before, after]: [string, string],
  id: string,
  most: number,
) {
  const cities = citiesOf(id, most);
  const points = cities.flatMap((city) => [city, ...ASIDE.map((offset) => aside(city, offset))]);
  const was = await held(client, before, id, points);
  const is = await held(client, after, id, points);
  const own = intersection(was, cities);
  const [lost, gained] = [difference(own, is), difference(is, was)];
  const nearNow = await held(client, after, id, lost, NEAR);
  const nearBefore = await held(client, before, id, gained, NEAR);
  const count = Math.max(1, own.length);
  return {
    id,
    cities: own.length,
    lost: difference(lost, nearNow).length / count,
    gained: difference(gained, nearBefore).length / count,
  };
}

async function readDigests(client: Client, index: string): Promise<Map<string, unknown>> {
  const source = { _source: ['border_digest'], allow_partial_search_results: false };
  const { hits } = await client.search<Fields>({ index, size: MAX_COUNTRIES, ...source });
  return new Map(
    hits.hits.map(({ _id: id = '', _source: country }) => [id, country?.border_digest]),
  );
}

function citiesOf(id: string, most: number): Point[] {
  const cities = citiesByCountry()[countriesBy('id').get(id)?.alpha2 ?? ''] ?? [];
  const stride = Math.ceil(cities.length / most);
  return cities.filter((_, at) => at % stride === 0);
}

function aside({ latitude, longitude }: Point, [east, north]: readonly [number, number]): Point {
  return {
    latitude: clamp(latitude + north, -90, 90),
    longitude: ((longitude + east + 540) % 360) - 180,
  };
}

/** Returns the points that a country's border holds, or that are within a distance of it. */
async function held(
  client: Client,
  index: string,
  id: string,
  points: readonly Point[],
  distance?: string,
) {
  if (points.length === 0) return [];
  const should = points.map(({ latitude: lat, longitude: lon }, at) => {
    const shape = { type: 'point', coordinates: [lon, lat] };
    return distance === undefined
      ? { geo_shape: { _name: `${at}`, border: { shape, relation: 'intersects' } } }
      : { geo_distance: { _name: `${at}`, border: { lat, lon }, distance } };
  }) as estypes.QueryDslQueryContainer[];
  const query = { bool: { filter: [{ term: { id } }], should } };
  const { hits } = await client.search({
    index,
    query,
    _source: false,
    allow_partial_search_results: false,
  });
  const names = hits.hits.flatMap(({ matched_queries: matched = [] }) => matched as string[]);
  return points.filter((_, at) => names.includes(`${at}`));
}
