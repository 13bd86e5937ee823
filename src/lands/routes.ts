import Joi from 'joi';
import { LandGroup } from '../../core/lands/land.js';
import { groupOf } from '../../core/geo/land.js';
import { type LandGroupDocument, lands } from '../../indices/lands.js';
import type { Language } from '../../indices/languages.js';
import { markers } from '../../indices/markers.js';
import { estimateBytes } from '../lookups/cache/budget.js';
import type { KeptDocuments, Known } from '../lookups/cache/documents.js';
import type { Snapshot } from '../search/live.js';
import type { SearchTogether } from '../search/search.js';
import { type Answer, byIds } from '../lookups/answers.js';
import { type Endpoint, lookup } from '../lookups/endpoint.js';
import { landIdsOf, RINGS } from '../parameters/landsAround.js';
import * as params from './params.js';
import { type Land, landSchema } from './present.js';
import * as queries from './queries.js';

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
  markers_count: 2,
};
const list = Joi.array().items(landSchema).required();
const COUNTED =
  '`markers_count` is the number of markers that stand in the land now. What is not known is `null`, and `{}` for `biome_percents`.';

const LANDS = [lands];
const MARKERS = [markers];
export const READS = [lands, markers];

/** Lands by their ids; null: there is none. */
export interface FoundLands {
  /** @param language of the names of cities */
  get(id: string, language: Language): Land | null;
}

export type LandFinder = ReturnType<typeof createLandFinder>;

/** Makes what finds lands, with the number of their markers. */
export function createLandFinder(searchTogether: SearchTogether, kept: KeptDocuments) {
  const groupsOf = (ids: readonly string[], live: Snapshot): Known<KeptGroup> =>
    kept.known(live.version(LANDS), 'lands', [...new Set(ids.map(groupOf))]);
  const countsIn = (ids: readonly string[], live: Snapshot): Known<number> =>
    kept.known(live.version(MARKERS), 'markers', ids);

  function recall(ids: readonly string[], live: Snapshot): FoundLands | undefined {
    const groups = groupsOf(ids, live);
    if (groups.unknown.length > 0) return undefined;
    const counts = countsIn(ids, live);
    if (counts.unknown.length > 0) return undefined;
    return presenting(groups, counts);
  }

  /**
   * What is not known of the groups and of the markers, in one request, so that a disk of lands
   * costs no more round trips than one land.
   */
  async function find(ids: readonly string[], live: Snapshot): Promise<FoundLands> {
    const groups = groupsOf(ids, live);
    const counts = countsIn(ids, live);
    const searches = [
      { index: live.index(lands), body: queries.findGroups(groups.unknown) },
      { index: live.index(markers), body: queries.countMarkers(counts.unknown) },
    ].filter((_, position) => [groups, counts][position]?.unknown.length !== 0);
    // Others may have learned of all meanwhile; a request without searches would be refused.
    const answers = searches.length === 0 ? [] : await searchTogether<LandGroupDocument>(searches);
    const hits = answers.flatMap((answer) => answer.hits);
    const found = new Map(hits.map((hit) => [hit._id, keptOf(hit._source)]));
    const buckets = answers.flatMap((answer) => answer.buckets.lands ?? []);
    const numbers = new Map(buckets.map((bucket) => [bucket.key, bucket.doc_count]));
    const bytesOf = (group: KeptGroup | null): number => group?.bytes ?? 0;
    kept.learn(live.version(LANDS), 'lands', groups, (id) => found.get(id) ?? null, bytesOf);
    kept.learn(live.version(MARKERS), 'markers', counts, (id) => numbers.get(id) ?? 0);
    return presenting(groups, counts);
  }

  return { recall, find };
}

/** Lands that are stored together, with about as many bytes as they take. */
interface KeptGroup {
  readonly group: LandGroup;
  readonly bytes: number;
}

function keptOf(stored: LandGroupDocument): KeptGroup {
  return { group: new LandGroup(stored), bytes: estimateBytes(stored) };
}

/** The land routes, answered by the live generation of lands and the live markers. */
export function landEndpoints({ recall, find }: LandFinder): Endpoint[] {
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
      recall({ ids, language }, live) {
        const found = recall(ids, live);
        return found && { answer: () => answerOf(ids, found, language) };
      },
      handle: async ({ ids, language }, live) => answerOf(ids, await find(ids, live), language),
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
        const { centreId, rings, language } = parameters;
        const answer = (): Answer | undefined => {
          const ids = landIdsOf(parameters);
          const found = recall(ids, live);
          return found && { data: answerOf(ids, found, language).data };
        };
        return { key: `${centreId} ${rings} ${language}`, answer };
      },
      handle: async (parameters, live) => {
        const ids = landIdsOf(parameters);
        return { data: answerOf(ids, await find(ids, live), parameters.language).data };
      },
    }),
  ];
}

function answerOf(ids: readonly string[], found: FoundLands, language: Language): Answer {
  return byIds(ids, { get: (id) => found.get(id, language) }, (land) => land);
}

function presenting(
  { found: groups }: Known<KeptGroup>,
  { found: counts }: Known<number>,
): FoundLands {
  return {
    get(id, language) {
      const land = groups.get(groupOf(id))?.group.land(id, language);
      return land === undefined ? null : { ...land, markers_count: counts.get(id) ?? 0 };
    },
  };
}
