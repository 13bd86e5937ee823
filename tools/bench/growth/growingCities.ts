import { cities } from '../../../indices/cities.js';
import { countryResource } from '../../../ingest/countries/resource.js';
import { ingest } from '../data.js';
import { LIMIT } from '../reference/names.js';
import { ask, get, getAt } from '../requests.js';
import { seededRandom } from '../statistics.js';
import { newBeginnings } from '../traffic/newBeginnings.js';
import { newPoints } from '../traffic/newPoints.js';
import { makeCities, realCities } from './cities.js';
import type { Growing } from './growing.js';

/** More and more cities, and the two lookups that search them. */
export function growingCities(): Growing {
  const real = realCities();
  return {
    definition: cities,
    documents: makeCities(real),
    prepare: (session) => ingest(session, countryResource()),
    lookups(size) {
      const rows = real.slice(0, size).map(({ row }) => row);
      return {
        'name search': ask(newBeginnings(rows, seededRandom(72)), ({ token, language: lang }) =>
          get('/cities/findByName', { token, lang, limit: String(LIMIT) }),
        ),
        'nearest city': ask(newPoints(rows, seededRandom(73)), (point) =>
          getAt('/cities/findByLocation', point),
        ),
      };
    },
  };
}
