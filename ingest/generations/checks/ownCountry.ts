import type { Client, estypes } from '@elastic/elasticsearch';
import { chunk } from 'es-toolkit/array';
import { percent } from '../../../core/cli/share.js';
import type { CityDocument } from '../../../indices/cities.js';
import { findGenerations } from '../generation.js';
import type { Check, Loaded } from './check.js';
import { EXAMPLES } from './judge.js';
import { sampleOf } from './sample.js';

/** Enough to estimate a share of 1 % within 0.2 %. */
const SAMPLE = 10_000;
/** Points of one request. */
const POINTS = 200;
/** More than there are. */
const MAX_COUNTRIES = 1_000;

type City = Pick<CityDocument, 'id' | 'country_id' | 'location'>;

/** Tells how many cities lie in another country, or at sea, at their own point. Refuses nothing: coarse borders have many. */
export const ownCountry: Check<Pick<Loaded, 'context' | 'name' | 'index'>> = {
  name: 'ownCountry',
  async measure({ context, name, index }) {
    if (name !== 'cities' && name !== 'countries') return [];
    const beside = name === 'cities' ? 'countries' : 'cities';
    const other = context.overrides?.[beside] ?? (await findGenerations(context, beside)).live;
    if (other === undefined) return [];
    const [cities, borders] = name === 'cities' ? [index, other] : [other, index];
    const wanted = { _source: ['id', 'country_id', 'location'], size: SAMPLE };
    const hits = await sampleOf<City>(context.client, cities, wanted);
    const compared = hits.flatMap(({ _source: city }) => city ?? []);
    const missed = (await holders(context.client, borders, compared, true)).filter(({ ids }) => ids.length === 0); // prettier-ignore
    const found = await holders(context.client, borders, missed.map(({ city }) => city), false); // prettier-ignore
    return [true, false].map((isLand) => {
      const all = found.filter(({ ids }) => ids.length > 0 === isLand);
      const examples = all.slice(0, EXAMPLES).map(({ city, ids }) => (isLand ? `${city.id} in ${ids.join(', ')}` : city.id)); // prettier-ignore
      const where = isLand ? 'in another country' : 'at sea, or in no country that is there';
      const share = compared.length === 0 ? 0 : all.length / compared.length;
      const counts = `${all.length} of ${compared.length} cities that were compared (${percent(share)})`;
      const note = `${counts} lie ${where}: ${examples.join('; ')}`;
      return { of: isLand ? 'country' : 'sea', value: share, limit: 1, ...(all.length > 0 && { note }) }; // prettier-ignore
    });
  },
};

/** Returns the countries that hold each city: its own one only, or any. */
async function holders(client: Client, index: string, cities: readonly City[], isOwn: boolean) {
  const found: { city: City; ids: string[] }[] = [];
  for (const part of chunk(cities, POINTS)) {
    const should = part.map(({ country_id: id, location: coordinates }, at) => {
      const shape = { type: 'point', coordinates };
      const holds = { geo_shape: { border: { shape, relation: 'intersects' } } };
      return { bool: { _name: `${at}`, filter: isOwn ? [{ term: { id } }, holds] : [holds] } };
    }) as estypes.QueryDslQueryContainer[];
    const { hits } = await client.search({
      index,
      query: { bool: { should } },
      size: MAX_COUNTRIES,
      _source: false,
      allow_partial_search_results: false,
    });
    found.push(
      ...part.map((city, at) => ({
        city,
        ids: hits.hits.flatMap(({ _id: id = '', matched_queries: matched = [] }) =>
          (matched as string[]).includes(`${at}`) ? [id] : [],
        ),
      })),
    );
  }
  return found;
}
