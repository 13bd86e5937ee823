import { placesAround } from '../reference/places.js';
import { apiLoad, ask, getAt } from '../requests.js';
import { seededRandom } from '../statistics.js';
import { newPoints } from '../traffic/newPoints.js';
import { type Group, plainQuestion } from './setting.js';

/** Places around a point. */
export const places: Group = {
  needs: ['cities', 'places'],
  async comparisons(setting) {
    const { processes, alias, cities } = setting;
    const points = () => newPoints(cities, seededRandom(51));
    return [
      {
        name: 'places k = 1, every request new',
        ours: apiLoad(
          await processes.api(),
          ask(points(), (point) => getAt('/places/findByLocation', point, '&k=1')),
        ),
        others: [
          plainQuestion(
            setting,
            ask(points(), (point) => placesAround(alias('places'), point)),
          ),
        ],
      },
    ];
  },
};
