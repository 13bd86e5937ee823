/**
 * Requests that a competent user would send to Elasticsearch directly. They stay as they are, so that
 * a better query of the API shows.
 */
import { groupOf, landAt, landDisk } from '../../core/geo/land.js';
import type { Point } from '../../core/geo/point.js';
import { fold } from '../../indices/fold.js';
import { DEFAULT_LANGUAGE, type Language } from '../../indices/languages.js';
import type { BuildDocument } from '../../indices/builds.js';
import type { Question } from './load.js';
import type { Keystroke } from './traffic.js';

/** Cities in an answer of a name search. */
export const NAME_LIMIT = 10;
/** The field of the cities index that holds the words of all names. */
const WORDS_FIELD = 'words';
/** The largest result of a lookup of markers or places. */
const ALL = 10_000;

/** Returns the requests to the indices of this prefix. */
export function plainQuestions(indexPrefix: string) {
  const search = (resource: string, body: object): Question => ({
    method: 'POST',
    path: `/${indexPrefix}-${resource}/_search`,
    body: JSON.stringify(body),
  });

  /** Finds the countries within 7.5 km. The countries that hold the point have a score. */
  const countriesAt = ({ latitude, longitude }: Point): Question => {
    const shape = { type: 'point', coordinates: [longitude, latitude] };
    const border = { lat: latitude, lon: longitude };
    return search('countries', {
      query: {
        bool: {
          filter: [{ geo_distance: { distance: '7.5km', border } }],
          should: [{ geo_shape: { border: { shape, relation: 'intersects' } } }],
        },
      },
    });
  };

  return {
    countriesAt,

    /** Finds the most populous cities by prefix: of the name in the language, else the default name. */
    citiesByName: ({ token, language }: Keystroke): Question => {
      const field = `folded.${language}`;
      const prefix = fold(token);
      const filter = [{ prefix: { 'folded.default': prefix } }];
      const byDefaultName = { bool: { filter, must_not: [{ exists: { field } }] } };
      const should = [{ prefix: { [field]: prefix } }, byDefaultName];
      return search('cities', {
        query: { bool: { filter: [{ bool: { should } }] } },
        sort: [{ population: 'desc' }, { id: 'asc' }],
        size: NAME_LIMIT,
        ...withNames(language),
      });
    },

    /** Finds cities by words, the last one by its prefix, the others with typing errors. */
    citiesByWords: (text: string, size: number): Question => {
      const query = fold(text);
      const options = { fuzziness: 'AUTO', operator: 'and', analyzer: 'whitespace' };
      return search('cities', {
        query: { match_bool_prefix: { [WORDS_FIELD]: { query, ...options } } },
        size,
        ...withNames(DEFAULT_LANGUAGE),
      });
    },

    /** Finds the country first, then its closest city. */
    closestCity: (point: Point): Question => {
      const next = (answer: string): Question | undefined => {
        const { hits } = (JSON.parse(answer) as CountryHits).hits;
        const inside = hits.filter(({ _score: score }) => score > 0);
        const countryIds = (inside.length > 0 ? inside : hits).map(({ _id: id }) => id);
        if (countryIds.length === 0) return undefined;
        return search('cities', {
          query: { bool: { filter: [{ terms: { country_id: countryIds } }] } },
          sort: byDistance(point),
          size: 1,
          ...withNames(DEFAULT_LANGUAGE),
        });
      };
      return { ...countriesAt(point), next };
    },

    /** Reads the documents of a land and its neighbours, and counts the markers there. */
    landsAround: (point: Point): Question => {
      const ids = landDisk(landAt(point), 1);
      const groups = [...new Set(ids.map(groupOf))];
      const terms = { field: 'land_id', size: ids.length };
      const lines = [
        { index: `${indexPrefix}-lands` },
        { query: { ids: { values: groups } }, size: groups.length },
        { index: `${indexPrefix}-markers` },
        { query: { terms: { land_id: ids } }, size: 0, aggs: { lands: { terms } } },
      ];
      const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      return { method: 'POST', path: '/_msearch', body };
    },

    /** Finds the places of a land and its neighbours, the most popular first. */
    placesAround: (point: Point): Question =>
      search('places', {
        query: { terms: { land_id: landDisk(landAt(point), 1) } },
        sort: [{ popularity: { order: 'desc', missing: '_last' } }, { id: 'asc' }],
        size: ALL,
      }),

    /** Finds the markers around a point, the closest first. */
    markersAround: (point: Point, radiusMeters: number): Question => {
      const location = { lat: point.latitude, lon: point.longitude };
      const filter = [{ geo_distance: { location, distance: `${radiusMeters}m` } }];
      return search('markers', { query: { bool: { filter } }, sort: byDistance(point), size: ALL });
    },

    /** Writes a build, and waits until every search finds it. */
    writeBuild: (build: BuildDocument): Question => ({
      method: 'PUT',
      path: `/${indexPrefix}-builds/_doc/${build.id}?refresh=true`,
      body: JSON.stringify(build),
    }),
  };
}

interface CountryHits {
  hits: { hits: { _id: string; _score: number }[] };
}

/** Reads a city whole. Its names are stored beside `_source`. */
const withNames = (language: Language) => ({
  _source: true,
  stored_fields: [`names.${language}`, `region_names.${language}`],
});

const byDistance = ({ latitude, longitude }: Point) => [
  { _geo_distance: { location: { lat: latitude, lon: longitude }, order: 'asc', unit: 'm' } },
];
