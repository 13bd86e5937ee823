import Joi from 'joi';
import { type PlaceDocument, places } from '../../indices/places.js';
import { atMost, byIds } from '../lookups/answers.js';
import type { CachedDocuments, DocumentCache } from '../lookups/cache/documents.js';
import { type Endpoint, lookup } from '../lookups/endpoint.js';
import { RINGS } from '../parameters/location.js';
import type { Snapshot } from '../search/live.js';
import type { Hit, Search, SearchBody } from '../search/search.js';
import * as params from './params.js';
import { PLACE_IN_PARIS, placeSchema, presentPlace } from './present.js';
import * as queries from './queries.js';

const list = Joi.array().items(placeSchema).required();
const INTERNAL = 'For internal use only.';
const UNKNOWN = 'Unknown values are `null`, and `[]` for `photos`.';
const READS = [places];

/** Returns the place routes. */
export function placeEndpoints(search: Search, documents: DocumentCache): Endpoint[] {
  const find = (body: SearchBody, live: Snapshot): Promise<Hit<PlaceDocument>[]> =>
    search(live.index(places), body, 'short');

  const cachedPlaces = (ids: readonly string[], live: Snapshot): CachedDocuments<PlaceDocument> =>
    documents.get(live.version(READS), places.resource, ids);

  return [
    lookup({
      path: '/places/findByIds',
      summary: 'Places by their ids',
      description: `${INTERNAL} In the order asked. Ids of no place are left out of \`data\` and listed in \`missing\` beside it. ${UNKNOWN}`,
      parameters: params.findByIds,
      data: list,
      mayMiss: true,
      example: {
        query: { place_ids: 'geonames-2988507,geonames-0' },
        answer: { data: [PLACE_IN_PARIS], missing: ['geonames-0'] },
      },
      reads: READS,
      fromCache({ ids }, live) {
        const { found, missing } = cachedPlaces(ids, live);
        return missing.length > 0 ? undefined : byIds(ids, found, presentPlace);
      },
      handle: async ({ ids }, live) => {
        const cached = cachedPlaces(ids, live);
        const hits = await find(queries.findByIds({ ids: cached.missing }), live);
        const found = new Map(hits.map(({ _id, _source }) => [_id, _source]));
        const version = live.version(READS);
        documents.put(version, places.resource, cached, (id) => found.get(id) ?? null);
        return byIds(ids, cached.found, presentPlace);
      },
    }),
    lookup({
      path: '/places/findByLocation',
      summary: 'The places in the land of a location, and in those around it',
      description: `${INTERNAL} All places of these lands, by popularity, highest first, those of unknown popularity last; then by id. At most ${queries.MAX_PLACES}; \`"truncated":true\` stands beside \`data\` if there are more. ${RINGS} A land without places, such as one at sea, adds none. \`categories\` leaves out all other places, also those without a category; the built-in categories are listed above, under Data. ${UNKNOWN}`,
      parameters: params.findByLocation,
      data: list,
      mayTruncate: true,
      example: {
        query: { land_id: '881fb46625fffff', k: '0', categories: 'capital' },
        answer: { data: [PLACE_IN_PARIS] },
      },
      reads: READS,
      handle: async (parameters, live) => {
        const hits = await find(queries.findByLocation(parameters), live);
        return atMost(queries.MAX_PLACES, hits, presentPlace);
      },
    }),
  ];
}
