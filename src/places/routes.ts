import Joi from 'joi';
import { diskSize, landDisk } from '../../core/geo/land.js';
import { BY_POPULARITY, placesNamed } from '../../core/queries/names.js';
import { inLands } from '../../core/queries/nearby.js';
import { type PlaceDocument, places } from '../../indices/places.js';
import { atMost, MAX_LISTED } from '../lookups/answers.js';
import { answerByIds, type Stores } from '../lookups/answering.js';
import { DOCUMENTS_PER_REQUEST, type Endpoint, lookup } from '../lookups/endpoint.js';
import { RINGS } from '../parameters/location.js';
import type { SearchBody } from '../search/search.js';
import * as params from './params.js';
import { PLACE_IN_PARIS, placeSchema, presentPlace } from './present.js';

const list = Joi.array().items(placeSchema).required();
const INTERNAL = 'For internal use only.';
const UNKNOWN = 'Unknown values are `null`, and `[]` for `photos`.';
const READS = [places];
/** The places of a usual land, as many as the markers of a game have in its area. */
const USUAL_PLACES = 3;

export function placeEndpoints(stores: Stores): Endpoint[] {
  return [
    lookup({
      path: '/places/findByIds',
      summary: 'Places by their ids',
      description: `${INTERNAL} In the order asked. Ids of no place are left out of \`data\` and listed in \`missing\` beside it. ${UNKNOWN}`,
      parameters: params.findByIds,
      data: list,
      beside: 'missing',
      example: {
        query: { place_ids: 'geonames-2988507,geonames-0' },
        answer: { data: [PLACE_IN_PARIS], missing: ['geonames-0'] },
      },
      reads: READS,
      ...answerByIds<params.FindByIds, PlaceDocument, PlaceDocument>(places, stores, {
        kind: () => places.resource,
        toValue: ({ _source }) => _source,
        present: presentPlace,
      }),
    }),
    lookup({
      path: '/places/findByLocation',
      summary: 'The places in the land of a location, and in those around it',
      description: `${INTERNAL} All places of these lands, by popularity, highest first, those of unknown popularity last; then by id. At most ${MAX_LISTED}; \`"truncated":true\` stands beside \`data\` if there are more. ${RINGS} A land without places, such as one at sea, adds none. \`categories\` leaves out all other places, also those without a category; the built-in categories are listed above, under Data. ${UNKNOWN}`,
      parameters: params.findByLocation,
      data: list,
      beside: 'truncated',
      example: {
        query: { land_id: '881fb46625fffff', k: '0', categories: 'capital' },
        answer: { data: [PLACE_IN_PARIS] },
      },
      reads: READS,
      cost: ({ rings }) => (diskSize(rings) * USUAL_PLACES) / DOCUMENTS_PER_REQUEST,
      handle: async (parameters, live) => {
        const body = findByLocation(parameters);
        const hits = await stores.search<PlaceDocument>(live.index(places), body, 'short');
        return atMost(hits, presentPlace);
      },
    }),
    lookup({
      path: '/places/findByName',
      summary: 'Places by the words of their names',
      description: `${INTERNAL} Each word of \`token\` is the start of a word of the name, in any order: \`louv\` finds the Musée du Louvre. Case, accents and punctuation do not count, as for cities. By popularity, highest first, those of unknown popularity last; then by id. ${UNKNOWN}`,
      parameters: params.findByName,
      data: list,
      example: { query: { token: 'par', limit: '10' }, answer: { data: [PLACE_IN_PARIS] } },
      reads: READS,
      handle: async (parameters, live) => {
        const body = findByName(parameters);
        const hits = await stores.search<PlaceDocument>(live.index(places), body, 'short');
        return { data: hits.map(({ _source }) => presentPlace(_source)) };
      },
    }),
  ];
}

/** Finds the places with a word for each of these prefixes in their names, the most popular first. */
function findByName({ prefix, limit }: params.FindByName): SearchBody {
  return { query: placesNamed(prefix), sort: BY_POPULARITY, size: limit };
}

/** Finds the places of these lands, the most popular first: one more than an answer holds. */
function findByLocation({ centreId, rings, categories }: params.FindByLocation): SearchBody {
  const ofCategories = categories === undefined ? [] : [{ terms: { category: categories } }];
  return {
    query: { bool: { filter: [inLands(landDisk(centreId, rings)), ...ofCategories] } },
    sort: BY_POPULARITY,
    size: MAX_LISTED + 1,
  };
}
