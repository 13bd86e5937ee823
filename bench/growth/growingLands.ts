import { lands } from '../../indices/lands.js';
import { markers } from '../../indices/markers.js';
import { makeMarkers } from '../markers.js';
import { ask, getAt } from '../requests.js';
import { append, createLive } from '../store.js';
import { take } from '../traffic/repeats.js';
import type { Growing } from './growing.js';
import { diskCentres, makeLands } from './lands.js';

const MARKERS = 1_000;

/** More and more lands, looked up with their neighbours. */
export function growingLands(): Growing {
  return {
    definition: lands,
    documents: makeLands(),
    // Counted in every land that is answered.
    prepare: async (session) =>
      append(session, await createLive(session, markers), take(makeMarkers(), MARKERS)),
    lookups: (size) => ({
      'lands k = 1': ask(diskCentres(size), (point) =>
        getAt('/lands/findByLocation', point, '&k=1'),
      ),
    }),
  };
}
