import Joi from 'joi';
import { markers, type MarkerDocument } from '../../indices/markers.js';
import type { ChangeDocument } from '../writes/changes.js';
import type { Search } from '../search/search.js';
import { noMarker } from '../errors.js';
import { atMost } from '../lookups/answers.js';
import { type Endpoint, lookup, write } from '../lookups/endpoint.js';
import * as params from './params.js';
import { markerSchema, presentMarker } from './present.js';
import * as queries from './queries.js';
import { build, clear } from './states.js';

const ID = 'geonames-2988507';
const PARIS = {
  id: ID,
  land_id: '881fb46625fffff',
  latlng: { latitude: 48.85341, longitude: 2.3488 },
  is_built: false,
};
const WRITES =
  'When it is acknowledged, it is on disk, and every lookup that starts afterwards, on any API process, sees it. Writes to a marker are made one after the other, each of what the one before it left. After a 503 it may have been made, or not, or may still be: send it again; one that was made already is made once more, which changes nothing unless another write came in between.';

/** The marker routes; what `change` changes are the live markers of the same index prefix. */
export function markerEndpoints(
  search: Search,
  change: ChangeDocument<MarkerDocument>,
): Endpoint[] {
  return [
    lookup({
      path: '/markers/findByRadius',
      summary: 'The markers around a point',
      description: `The markers at most \`radius\` metres from the point by great-circle distance on a sphere with the mean radius of the earth, nearest first, then by id. At most ${queries.MAX_MARKERS}; \`truncated\` beside \`data\` is true when there are more. Positions are compared to about a centimetre. A marker is built in the season of its last build: \`is_built\` tells whether that is the asked \`season\`, and only then \`icon\` and \`skin\` are there. With a new season all markers can be built again. Ingesting markers again never changes or loses what is built.`,
      parameters: params.findByRadius,
      data: Joi.array().items(markerSchema).required(),
      mayTruncate: true,
      example: {
        query: { lat: '48.85341', lng: '2.3488', radius: '1', season: '7' },
        answer: { data: [PARIS] },
      },
      handle: async (parameters, live) => {
        const expectation = queries.expectationOf(parameters);
        const body = queries.findByRadius(parameters);
        const hits = await search<MarkerDocument>(live.index(markers), body, expectation);
        return atMost(queries.MAX_MARKERS, hits, (marker) =>
          presentMarker(marker, parameters.season),
        );
      },
    }),
    write({
      path: '/markers/update',
      summary: 'Build a marker',
      description: `Makes the marker built in \`season\`, with \`icon\` and \`skin\`. One that is built already gets the new icon and skin in the same season, and is built for a newer one; an older season is refused with 409, for the marker is built in a newer one. No marker with this \`id\`: 404. ${WRITES}`,
      body: params.update,
      refusals: ['not_found', 'stale_season'],
      example: { body: { id: ID, season: 7, icon: 12, skin: 'gold' } },
      handle: ({ id, built }) => change(id, (stored) => build(existing(stored), built)),
    }),
    write({
      path: '/markers/remove',
      summary: 'Clear what is built at a marker',
      description: `Makes the marker constructible again, whatever the season it was built in; the marker itself is kept. One that is not built stays as it is, which is a success, too. No marker with this \`id\`: 404. ${WRITES}`,
      body: params.remove,
      refusals: ['not_found'],
      example: { body: { id: ID } },
      handle: ({ id }) => change(id, (stored) => clear(existing(stored))),
    }),
  ];
}

/** @throws {ApiError} 404 if there is none. */
function existing(stored: MarkerDocument | undefined): MarkerDocument {
  if (stored === undefined) throw noMarker();
  return stored;
}
