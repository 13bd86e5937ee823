import Joi from 'joi';
import { markers, type MarkerDocument } from '../../indices/markers.js';
import { atMost, MAX_LISTED } from '../lookups/answers.js';
import { DOCUMENTS_PER_REQUEST, type Endpoint, lookup, write } from '../lookups/endpoint.js';
import type { Search } from '../search/search.js';
import type { ChangeDocument } from '../writes/changes.js';
import * as params from './params.js';
import { MARKER_IN_PARIS, markerSchema, presentMarker } from './present.js';
import * as queries from './queries.js';

const { id: ID } = MARKER_IN_PARIS;
const WRITES =
  'When the write is acknowledged, it is on disk, and every lookup that starts afterwards, on any API process, sees it. Writes to one marker are made one after the other, each on the result of the one before. After a 503 the write may have been made, or not, or may still be made: send it again. A write that is repeated changes nothing, unless another write came in between.';

/** @param change changes the live markers */
export function markerEndpoints(
  search: Search,
  change: ChangeDocument<MarkerDocument>,
): Endpoint[] {
  return [
    lookup({
      path: '/markers/findByRadius',
      summary: 'The markers around a point',
      description: `The markers at most \`radius\` metres from the point by great-circle distance on a sphere with the mean radius of the earth, nearest first, then by id. At most ${MAX_LISTED}; \`"truncated":true\` stands beside \`data\` if there are more. Positions are compared to about a centimetre. A marker is built in the season of its last build: \`is_built\` is true if that is \`season\`, and only then \`icon\` and \`skin\` are there. In a new season all markers can be built again. Ingesting markers again never changes or loses what is built.`,
      parameters: params.findByRadius,
      data: Joi.array().items(markerSchema).required(),
      beside: 'truncated',
      example: {
        query: { lat: '48.85341', lng: '2.3488', radius: '1', season: '7' },
        answer: { data: [MARKER_IN_PARIS] },
      },
      cost: (parameters) => queries.usualCount(parameters) / DOCUMENTS_PER_REQUEST,
      handle: async (parameters, live) => {
        const expectation = queries.expectationOf(parameters);
        const body = queries.findByRadius(parameters);
        const hits = await search<MarkerDocument>(live.index(markers), body, expectation);
        return atMost(hits, (marker) => presentMarker(marker, parameters.season));
      },
    }),
    write({
      path: '/markers/update',
      summary: 'Build a marker',
      description: `Builds the marker in \`season\`, with \`icon\` and \`skin\`. A marker that is built already gets the new icon and skin in the same season, and is built for a newer season. An older season is rejected with 409. If no marker has this \`id\`: 404. ${WRITES}`,
      body: params.update,
      errorCodes: ['not_found', 'stale_season'],
      example: { body: { id: ID, season: 7, icon: 12, skin: 'gold' } },
      handle: ({ id, built }) => change(id, (stored) => queries.build(stored, built)),
    }),
    write({
      path: '/markers/remove',
      summary: 'Clear what is built at a marker',
      description: `Makes the marker constructible again, whatever the season it was built in. The marker itself stays. If it is not built, the write succeeds and changes nothing. If no marker has this \`id\`: 404. ${WRITES}`,
      body: params.remove,
      errorCodes: ['not_found'],
      example: { body: { id: ID } },
      handle: ({ id }) => change(id, queries.clear),
    }),
  ];
}
