import type { estypes } from '@elastic/elasticsearch';
import { landAt } from '../../../core/geo/land.js';
import type { Point } from '../../../core/geo/point.js';
import { fold } from '../../../indices/fold.js';
import { DEFAULT_LANGUAGE, type Language } from '../../../indices/languages.js';

type Query = Pick<estypes.SearchRequest, 'query' | 'sort'>;

const BY_POPULATION: estypes.Sort = [{ population: 'desc' }, { id: 'asc' }];
/** By so much the API enlarges borders. */
const NEARBY = '7500m';

/** As the API finds countries by the beginning of a name. */
export function countriesByName(name: string, language: Language = DEFAULT_LANGUAGE): Query {
  return { query: { prefix: { [`folded.${language}`]: fold(name) } }, sort: BY_POPULATION };
}

/** As the API finds cities: one without a name in the language has its default one. */
export function citiesByName(name: string, language: Language = DEFAULT_LANGUAGE): Query {
  const prefix = fold(name);
  const field = `folded.${language}`;
  const byDefault = {
    bool: {
      filter: [{ prefix: { 'folded.default': prefix } }],
      must_not: [{ exists: { field } }],
    },
  };
  return {
    query: { bool: { should: [{ prefix: { [field]: prefix } }, byDefault] } },
    sort: BY_POPULATION,
  };
}

/** The countries that hold a point, which have score 1, then those nearby. */
export function countriesAt({ latitude: lat, longitude: lon }: Point): Query {
  const shape = { type: 'point', coordinates: [lon, lat] };
  const holding = { geo_shape: { border: { shape, relation: 'intersects' as const } } };
  return {
    query: {
      bool: {
        filter: [{ geo_distance: { border: { lat, lon }, distance: NEARBY } }],
        should: [{ constant_score: { filter: holding } }],
      },
    },
    sort: [{ _score: { order: 'desc' } }, { population: 'desc' }, { id: 'asc' }],
  };
}

/** The cities of these countries, the closest first. */
export function closestCities({ latitude, longitude }: Point, countryIds: string[]): Query {
  const origin: [number, number] = [longitude, latitude];
  return {
    query: {
      bool: {
        filter: [{ terms: { country_id: countryIds } }],
        should: [{ distance_feature: { field: 'location', origin, pivot: '1km' } }],
      },
    },
  };
}

/** The places, or markers, of the land that holds a point. */
export function withinLand(point: Point): Query {
  return { query: { term: { land_id: landAt(point) } }, sort: [{ id: 'asc' }] };
}

export function byId(id: string): Query {
  return { query: { ids: { values: [id] } } };
}
