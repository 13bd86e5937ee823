import Joi from 'joi';
import type { Language } from '../../indices/languages.js';
import { type FoundLands, LAND_READS, type LandFinder } from '../locate/lands.js';
import { type Answer, byIds } from '../lookups/answers.js';
import { type Endpoint, lookup } from '../lookups/endpoint.js';
import { landIdsOf, RINGS } from '../parameters/location.js';
import * as params from './params.js';
import { LAND_IN_PARIS, landSchema } from './present.js';

const list = Joi.array().items(landSchema).required();
const COUNTED =
  '`markers_count` is the number of markers in the land now. Unknown values are `null`, and `{}` for `biome_percents`.';

/** Returns the land routes. */
export function landEndpoints(landFinder: LandFinder): Endpoint[] {
  return [
    lookup({
      path: '/lands/findByIds',
      summary: 'Lands by their ids',
      description: `In the order asked, with ids in lower case. Well-formed ids of lands that are not in the data are left out of \`data\` and listed in \`missing\` beside it. ${COUNTED}`,
      parameters: params.findByIds,
      data: list,
      mayMiss: true,
      example: {
        query: { land_ids: '881FB46625FFFFF,887c650711fffff' },
        answer: { data: [LAND_IN_PARIS], missing: ['887c650711fffff'] },
      },
      reads: LAND_READS,
      changesInPlace: true,
      fromCache({ ids, language }, live) {
        const found = landFinder.get(ids, live);
        return found && answerIds(ids, found, language);
      },
      handle: async ({ ids, language }, live) =>
        answerIds(ids, await landFinder.find(ids, live), language),
    }),
    lookup({
      path: '/lands/findByLocation',
      summary: 'The land of a location, and those around it',
      description: `Ring by ring, the centre land first. ${RINGS} Lands that are not in the data, such as those at sea, are left out. If there is no land at all, \`data\` is an empty list. ${COUNTED}`,
      parameters: params.findByLocation,
      data: list,
      example: {
        query: { lat: '48.8543', lng: '2.3513', k: '0' },
        answer: { data: [LAND_IN_PARIS] },
      },
      reads: LAND_READS,
      changesInPlace: true,
      canonical: ({ centreId, rings, language }) => `${centreId} ${rings} ${language}`,
      fromCache(parameters, live) {
        const ids = landIdsOf(parameters);
        const found = landFinder.get(ids, live);
        return found && answerAround(ids, found, parameters.language);
      },
      handle: async (parameters, live) => {
        const ids = landIdsOf(parameters);
        return answerAround(ids, await landFinder.find(ids, live), parameters.language);
      },
    }),
  ];
}

function answerIds(ids: readonly string[], found: FoundLands, language: Language): Answer {
  return byIds(ids, { get: (id) => found.get(id, language) }, (land) => land);
}

/** Lands around a location that are not in the data are no missing ids. */
function answerAround(ids: readonly string[], found: FoundLands, language: Language): Answer {
  return { data: answerIds(ids, found, language).data };
}
