import { countriesAt } from '../reference/country.js';
import { citiesByName, LIMIT } from '../reference/names.js';
import { nearestCity } from '../reference/nearestCity.js';
import { apiLoad, ask, get, getAt } from '../requests.js';
import { seededRandom } from '../statistics.js';
import { newBeginnings } from '../traffic/newBeginnings.js';
import { newPoints } from '../traffic/newPoints.js';
import { type Group, plainQuestion } from './setting.js';

/**
 * Lookups of which each is new to the API: nothing that it was asked before tells the answer. It has
 * a process of its own, for the other loads ask it for cells and beginnings of their own choice.
 */
export const uncached: Group = {
  needs: ['cities'],
  async comparisons(setting) {
    const { processes, alias, cities } = setting;
    const api = await processes.api('that is always asked anew');
    const beginnings = newBeginnings(cities, seededRandom(11));
    // Both loads of the API take of these: a country that was asked for would be known to the other.
    const asked = newPoints(cities, seededRandom(12));
    const points = (seed: number) => newPoints(cities, seededRandom(seed));
    return [
      {
        name: 'name search, every request new',
        ours: apiLoad(
          api,
          ask(beginnings, ({ token, language: lang }) =>
            get('/cities/findByName', { token, lang, limit: String(LIMIT) }),
          ),
        ),
        others: [
          plainQuestion(
            setting,
            ask(beginnings, (keystroke) => citiesByName(alias('cities'), keystroke)),
          ),
        ],
      },
      {
        name: 'country, every request new',
        ours: apiLoad(
          api,
          ask(asked, (point) => getAt('/countries/findByLocation', point)),
        ),
        others: [
          plainQuestion(
            setting,
            ask(points(13), (point) => countriesAt(alias('countries'), point)),
          ),
        ],
      },
      {
        name: 'nearest city, every request new',
        ours: apiLoad(
          api,
          ask(asked, (point) => getAt('/cities/findByLocation', point)),
        ),
        others: [
          plainQuestion(
            setting,
            ask(points(14), (point) =>
              nearestCity({ countries: alias('countries'), cities: alias('cities') }, point),
            ),
          ),
        ],
      },
    ];
  },
};
