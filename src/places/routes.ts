import Joi from 'joi';
import { type PlaceDocument, places } from '../../indices/places.js';
import type { KeptDocuments, Known } from '../lookups/cache/documents.js';
import type { Snapshot } from '../search/live.js';
import type { Hit, Search, SearchBody } from '../search/search.js';
import { atMost, byIds } from '../lookups/answers.js';
import { type Endpoint, lookup } from '../lookups/endpoint.js';
import { RINGS } from '../parameters/landsAround.js';
import * as params from './params.js';
import { placeSchema, presentPlace } from './present.js';
import * as queries from './queries.js';

const PARIS = {
  id: 'geonames-2988507',
  land_id: '881fb46625fffff',
  name: 'Paris',
  subtitle: 'Île-de-France',
  category: 'capital',
  latlng: { latitude: 48.85341, longitude: 2.3488 },
  address: null,
  photos: [],
  popularity: 0.8559,
  rating: null,
  website: null,
};
const list = Joi.array().items(placeSchema).required();
const INTERNAL = 'For internal use only.';
const UNKNOWN = 'What is not known is `null`, and `[]` for `photos`.';

const READS = [places];

/** The place routes, answered by the live generation of places. */
export function placeEndpoints(search: Search, kept: KeptDocuments): Endpoint[] {
  const find = (body: SearchBody, live: Snapshot): Promise<Hit<PlaceDocument>[]> =>
    search(live.index(places), body, 'short');

  const knownPlaces = (ids: readonly string[], live: Snapshot): Known<PlaceDocument> =>
    kept.known(live.version(READS), 'places', ids);

  return [
    lookup({
      path: '/places/findByIds',
      summary: 'Places by their ids',
      description: `${INTERNAL} In the order asked. Ids that no place has are left out of \`data\` and listed in \`missing\` beside it. ${UNKNOWN}`,
      parameters: params.findByIds,
      data: list,
      mayMiss: true,
      example: {
        query: { place_ids: 'geonames-2988507,geonames-0' },
        answer: { data: [PARIS], missing: ['geonames-0'] },
      },
      reads: READS,
      recall({ ids }, live) {
        const { found, unknown } = knownPlaces(ids, live);
        return unknown.length > 0 ? undefined : { answer: () => byIds(ids, found, presentPlace) };
      },
      handle: async ({ ids }, live) => {
        const known = knownPlaces(ids, live);
        const hits = await find(queries.findByIds({ ids: known.unknown }), live);
        const documents = new Map(hits.map(({ _id, _source }) => [_id, _source]));
        kept.learn(live.version(READS), 'places', known, (id) => documents.get(id) ?? null);
        return byIds(ids, known.found, presentPlace);
      },
    }),
    lookup({
      path: '/places/findByLocation',
      summary: 'The places in the land of a location, and in those around it',
      description: `${INTERNAL} All places of these lands, by popularity, highest first, those of unknown popularity last; then by id. At most ${queries.MAX_PLACES}, with \`"truncated":true\` beside \`data\` when there are more. ${RINGS} A land without places, such as one at sea, adds none. \`categories\` leaves out all other places, also those without a category; the built-in categories are listed above, under Data. ${UNKNOWN}`,
      parameters: params.findByLocation,
      data: list,
      mayTruncate: true,
      example: {
        query: { land_id: '881fb46625fffff', k: '0', categories: 'capital' },
        answer: { data: [PARIS] },
      },
      reads: READS,
      handle: async (parameters, live) => {
        const hits = await find(queries.findByLocation(parameters), live);
        return atMost(queries.MAX_PLACES, hits, presentPlace);
      },
    }),
  ];
}
