import Joi from 'joi';
import type { BuildDocument } from '../../indices/builds.js';
import type { MarkerDocument } from '../../indices/markers.js';
import { MAX_LISTED } from '../lookups/answers.js';
import { DOCUMENTS_PER_REQUEST, type Endpoint, lookup, write } from '../lookups/endpoint.js';
import type { ChangeDocument } from '../writes/changes.js';
import type { MarkerFinder } from './finder.js';
import * as params from './params.js';
import { MARKER_IN_PARIS, markerSchema } from './present.js';
import { usualCount } from './queries.js';
import { build, clear } from './state.js';

const { id: ID } = MARKER_IN_PARIS;
const WRITES =
  'When the write is acknowledged, it is on disk, and every lookup that starts afterwards, on any API process, sees it. Writes to one marker are made one after the other, each on the result of the one before. After a 503 the write may have been made, or not, or may still be made: send it again. A write that is repeated changes nothing, unless another write came in between.';

export type ChangeBuild = ChangeDocument<BuildDocument, MarkerDocument>;

export function markerEndpoints(finder: MarkerFinder, change: ChangeBuild): Endpoint[] {
  return [
    lookup({
      path: '/markers/findByRadius',
      summary: 'The markers around a point',
      description: `The markers at most \`radius\` metres from the point by great-circle distance on a sphere with the mean radius of the earth, nearest first, then by id. At most ${MAX_LISTED}; \`"truncated":true\` stands beside \`data\` if there are more. Positions are compared to about a centimetre. A marker is built in the season of its last build: \`is_built\` is true if that is \`season\`, and only then \`icon\` and \`skin\` are there. In a new season all markers can be built again. Ingesting again never changes or loses what is built: a marker that has moved keeps it, and a marker whose place has vanished is still shown, where it was built, in the season of its last build.`,
      parameters: params.findByRadius,
      data: Joi.array().items(markerSchema).required(),
      beside: 'truncated',
      example: {
        query: { lat: '48.85341', lng: '2.3488', radius: '5000', season: '7' },
        answer: { data: [MARKER_IN_PARIS] },
      },
      cost: (parameters) => usualCount(parameters) / DOCUMENTS_PER_REQUEST,
      handle: (parameters, live) => finder.findByRadius(parameters, live),
    }),
    write({
      path: '/markers/update',
      summary: 'Build a marker',
      description: `Builds the marker in \`season\`, with \`icon\` and \`skin\`. A marker that is built already gets the new icon and skin in the same season, and is built for a newer season. An older season is rejected with 409. If no marker and no build has this \`id\`: 404. ${WRITES}`,
      body: params.update,
      errorCodes: ['not_found', 'stale_season'],
      example: { body: { id: ID, season: 7, icon: 12, skin: 'gold' } },
      handle: ({ id, built }) => change(id, (stored, marker) => build(stored, marker, built)),
    }),
    write({
      path: '/markers/remove',
      summary: 'Clear what is built at a marker',
      description: `Makes the marker constructible again, whatever the season it was built in. The marker itself stays, unless its place has vanished. If it is not built, the write succeeds and changes nothing. If no marker and no build has this \`id\`: 404. ${WRITES}`,
      body: params.remove,
      errorCodes: ['not_found'],
      example: { body: { id: ID } },
      handle: ({ id }) => change(id, clear),
    }),
  ];
}
