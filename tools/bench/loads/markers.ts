import type { Point } from '../../../core/geo/point.js';
import type { MarkerDocument } from '../../../indices/markers.js';
import { makeMarkers } from '../markers.js';
import type { Question } from '../load.js';
import { markersAround, writeMarker } from '../reference/markers.js';
import { apiLoad, ask, getAt, plainLoad } from '../requests.js';
import { seededRandom, shuffled } from '../statistics.js';
import { closeTo, drawn, numbered, type Numbered, take } from '../traffic/repeats.js';
import { type Group, plainQuestion } from './setting.js';

/** About 100 markers. */
const RADIUS_METERS = 1_500;
const SEASON = 7;

/** Reads and writes of markers, and reads while writes go on. */
export const markers: Group = {
  needs: ['markers'],
  async comparisons(setting) {
    const { bench, processes, alias } = setting;
    const { markers: amount, connections } = bench.extent;
    const api = await processes.api();
    const stored = [...take(makeMarkers(), amount)];
    const sites = shuffled(seededRandom(60), stored.map(siteOf));
    const points = () => closeTo(sites, seededRandom(61));
    const reads = () =>
      apiLoad(
        api,
        ask(points(), (point) =>
          getAt('/markers/findByRadius', point, `&radius=${RADIUS_METERS}&season=${SEASON}`),
        ),
      );
    const written = () => drawn(stored, seededRandom(62));
    const writes = () => apiLoad(api, ask(numbered(written()), writeOf));
    return [
      {
        name: 'markers by radius',
        ours: reads(),
        others: [
          plainQuestion(
            setting,
            ask(points(), (point) => markersAround(alias('markers'), point, RADIUS_METERS)),
          ),
          {
            name: 'geokdbush',
            load: plainLoad(
              await processes.peer('markersAround', String(amount)),
              ask(points(), (point) => getAt('/', point, `&radius=${RADIUS_METERS}`)),
            ),
          },
        ],
      },
      {
        name: 'marker writes, visible when acknowledged',
        ours: writes(),
        others: [
          {
            name: 'refresh=true for each',
            load: plainLoad(
              bench.elasticsearchUrl,
              ask(numbered(written()), ({ item: marker, number: icon }) =>
                writeMarker(alias('markers'), { ...marker, season: SEASON, icon, skin: '' }),
              ),
            ),
          },
        ],
      },
      {
        name: `markers by radius while ${connections / 2} write`,
        ours: { ...reads(), meanwhile: writes() },
        others: [{ name: 'without the writes', load: reads() }],
      },
    ];
  },
};

const siteOf = ({ location: [longitude, latitude] }: MarkerDocument): Point => ({
  latitude,
  longitude,
});

/** Builds something else each time, or there would be nothing to write. */
function writeOf({ item, number }: Numbered<MarkerDocument>): Question {
  return {
    method: 'PUT',
    path: '/markers/update',
    body: JSON.stringify({ id: item.id, season: SEASON, icon: number }),
  };
}
