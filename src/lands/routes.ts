import Joi from 'joi';
import { diskSize, groupOf, landDisk } from '../../core/geo/land.js';
import { byIds } from '../lookups/answers.js';
import { answerFrom } from '../lookups/answering.js';
import { type Endpoint, IDS_PER_REQUEST, lookup } from '../lookups/endpoint.js';
import { RINGS } from '../parameters/location.js';
import { LAND_READS, type LandFinder } from './finder.js';
import * as params from './params.js';
import { LAND_IN_PARIS, landSchema } from './present.js';

/** Groups of lands, as they are stored, that take the processor time of one usual lookup to read. */
const GROUPS_PER_REQUEST = 7;

const list = Joi.array().items(landSchema).required();
const COUNTED =
  '`markers_count` is the number of markers in the land. Unknown values are `null`, and `{}` for `biome_percents`.';

export function landEndpoints(landFinder: LandFinder): Endpoint[] {
  return [
    lookup({
      path: '/lands/findByIds',
      summary: 'Lands by their ids',
      description: `In the order asked, with ids in lower case. Well-formed ids of lands that are not in the data are left out of \`data\` and listed in \`missing\` beside it. ${COUNTED}`,
      parameters: params.findByIds,
      data: list,
      beside: 'missing',
      example: {
        query: { land_ids: '881FB46625FFFFF,887c650711fffff' },
        answer: { data: [LAND_IN_PARIS], missing: ['887c650711fffff'] },
      },
      reads: LAND_READS,
      cost: ({ ids }) =>
        Math.max(ids.length / IDS_PER_REQUEST, new Set(ids.map(groupOf)).size / GROUPS_PER_REQUEST),
      ...answerFrom(
        ({ ids }: params.FindByIds, live) => landFinder.get(ids, live),
        ({ ids }, live) => landFinder.find(ids, live),
        (found, { ids, language }) => byIds(ids, (id) => found.get(id, language)),
      ),
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
      cost: ({ rings }) => diskSize(rings) / IDS_PER_REQUEST,
      canonical: ({ centreId, rings, language }) => `${centreId} ${rings} ${language}`,
      ...answerFrom(
        ({ centreId, rings }: params.FindByLocation, live) =>
          landFinder.get(landDisk(centreId, rings), live),
        ({ centreId, rings }, live) => landFinder.find(landDisk(centreId, rings), live),
        ({ ids, get }, { language }) => ({ data: ids.flatMap((id) => get(id, language) ?? []) }),
      ),
    }),
  ];
}
