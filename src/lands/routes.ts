import Joi from 'joi';
import { type LandDocument, lands } from '../../indices/lands.js';
import { markers } from '../../indices/markers.js';
import { liveAlias } from '../../elasticsearch/names.js';
import type { SearchTogether } from '../store/search.js';
import { type Answer, byIds } from '../http/answers.js';
import { type Endpoint, lookup } from '../http/endpoint.js';
import { RINGS } from '../parameters/landsAround.js';
import * as params from './params.js';
import { landSchema, presentLand } from './present.js';
import * as queries from './queries.js';

const IN_PARIS = {
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
export function landEndpoints(searchTogether: SearchTogether, indexPrefix: string): Endpoint[] {
  const index = liveAlias(indexPrefix, lands.resource);
  const markerIndex = liveAlias(indexPrefix, markers.resource);

  /** Both in one request, so that a disk of lands costs no more round trips than one land. */
  async function find(ids: readonly string[]): Promise<Answer> {
    const [found, counted] = await searchTogether<LandDocument>([
      { index, body: queries.findLands(ids) },
      { index: markerIndex, body: queries.countMarkers(ids) },
    ]);
    const counts = new Map(
      (counted?.buckets.lands ?? []).map((bucket) => [bucket.key, bucket.doc_count]),
    );
    return byIds(ids, found?.hits ?? [], (land) => presentLand(land, counts.get(land.id) ?? 0));
  }

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
      handle: (parameters) => find(parameters.ids),
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
      handle: async (parameters) => {
        const { data } = await find(parameters.landIds);
        return { data };
      },
    }),
  ];
}
