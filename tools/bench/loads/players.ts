import { countriesAt } from '../reference/country.js';
import { landsAround } from '../reference/lands.js';
import { nearestCity } from '../reference/nearestCity.js';
import { apiLoad, ask, getAt, plainLoad } from '../requests.js';
import { seededRandom } from '../statistics.js';
import { PLAYERS, players as move } from '../traffic/players.js';
import { type Group, plainQuestion } from './setting.js';

/** Measured is from when each player has asked for a minute. */
const STEPS_BEFORE = 60;
const oursBefore = STEPS_BEFORE * PLAYERS;

/** Players who ask where they are while they move: for each load others. */
export const players: Group = {
  needs: ['cities', 'lands', 'markers'],
  async comparisons(setting) {
    const { processes, alias, cities, landCities } = setting;
    const api = await processes.api();
    const atCountries = () => move(cities, seededRandom(31));
    const atCities = () => move(cities, seededRandom(32));
    const atLands = () => move(landCities, seededRandom(33));
    return [
      {
        name: 'country, moving players',
        oursBefore,
        ours: apiLoad(
          api,
          ask(atCountries(), (point) => getAt('/countries/findByLocation', point)),
        ),
        others: [
          plainQuestion(
            setting,
            ask(atCountries(), (point) => countriesAt(alias('countries'), point)),
          ),
          {
            name: 'country-coder',
            load: plainLoad(
              await processes.peer('countryCoder'),
              ask(atCountries(), (point) => getAt('/', point)),
            ),
          },
        ],
      },
      {
        name: 'nearest city, moving players',
        oursBefore,
        ours: apiLoad(
          api,
          ask(atCities(), (point) => getAt('/cities/findByLocation', point)),
        ),
        others: [
          plainQuestion(
            setting,
            ask(atCities(), (point) =>
              nearestCity({ countries: alias('countries'), cities: alias('cities') }, point),
            ),
          ),
          {
            name: 'country-coder and geokdbush',
            load: plainLoad(
              await processes.peer('nearestCity'),
              ask(atCities(), (point) => getAt('/', point)),
            ),
          },
        ],
      },
      {
        name: 'lands k = 1, moving players',
        oursBefore,
        ours: apiLoad(
          api,
          ask(atLands(), (point) => getAt('/lands/findByLocation', point, '&k=1')),
        ),
        others: [
          plainQuestion(
            setting,
            ask(atLands(), (point) =>
              landsAround({ lands: alias('lands'), markers: alias('markers') }, point),
            ),
          ),
        ],
      },
    ];
  },
};
