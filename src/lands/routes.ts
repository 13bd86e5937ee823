import Joi from 'joi';
import { type Answer, byIds } from '../http/answers.js';
import { type Endpoint, lookup } from '../http/endpoint.js';
import { landIdsOf, RINGS } from '../parameters/landsAround.js';
import { type FoundLands, type LandFinder, READS } from './find.js';
import * as params from './params.js';
import { landSchema } from './present.js';

export const IN_PARIS = {
  id: '881fb46625fffff',
  country_id: 'FRA',
  region_name: 'Île-de-France',
  closest_city_id: 'FRA_Paris',
  closest_city_name: 'Paris',
  closest_city_distance_km: 0.212,
  primary_city_id: 'FRA_Paris',
  primary_city_name: 'Paris',
  primary_city_distance_km: 0.212,
  altitude: 54,
  main_biome: 'Temperate Broadleaf & Mixed Forests',
  biome_percents: { 'Temperate Broadleaf & Mixed Forests': 100 },
  markers_count: 1,
};
const list = Joi.array().items(landSchema).required();
const COUNTED =
  '`markers_count` is the number of markers that stand in the land now. What is not known is `null`, and `{}` for `biome_percents`.';

/** The land routes, answered by the live generation of lands and the live markers. */
export function landEndpoints(finder: LandFinder): Endpoint[] {
  const answerOf = (ids: readonly string[], found: FoundLands): Answer =>
    byIds(ids, found, (land) => land);

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
        answer: { data: [IN_PARIS], missing: ['887c650711fffff'] },
      },
      reads: READS,
      changesInPlace: true,
      recall({ ids }, live) {
        const found = finder.recall(ids, live);
        return found && { answer: () => answerOf(ids, found) };
      },
      handle: async ({ ids }, live) => answerOf(ids, await finder.find(ids, live)),
    }),
    lookup({
      path: '/lands/findByLocation',
      summary: 'The land of a location, and those around it',
      description: `Ring by ring, the centre land first. ${RINGS} Lands that are not in the data, such as those at sea, are left out; where there is none at all, \`data\` is an empty array. ${COUNTED}`,
      parameters: params.findByLocation,
      data: list,
      example: {
        query: { lat: '48.8543', lng: '2.3513', k: '0' },
        answer: { data: [IN_PARIS] },
      },
      reads: READS,
      changesInPlace: true,
      recall(parameters, live) {
        const ids = landIdsOf(parameters);
        const found = finder.recall(ids, live);
        return found && { answer: () => ({ data: answerOf(ids, found).data }) };
      },
      handle: async (parameters, live) => {
        const ids = landIdsOf(parameters);
        const { data } = answerOf(ids, await finder.find(ids, live));
        return { data };
      },
    }),
  ];
}
