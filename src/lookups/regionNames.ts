import { isPlainObject } from 'es-toolkit/predicate';
import type { Language } from '../../indices/languages.js';
import { type RegionDocument, regions } from '../../indices/regions.js';
import { NoSuchIndex } from '../errors.js';
import type { Search } from '../search/search.js';
import type { Answer } from './answers.js';
import { WholeResource } from './cache/wholeResource.js';
import type { BatchEndpoint, Endpoint, LookupEndpoint } from './endpoint.js';

/** Far more than there are. They are read in pages. */
const ALL = 100_000;
/** Has a version only while there are regions. */
const LIVE = [{ resource: regions.resource }];

/** The names of regions in a language, by country and default name. */
type Shown = ReadonlyMap<string, string>;

interface Regions {
  readonly all: readonly RegionDocument[];
  /** Lacks the languages in which no region has a name of its own. */
  readonly shown: ReadonlyMap<Language, Shown>;
}

/** Caches all regions with their names in all languages; none if they are not ingested yet. */
export class AllRegions extends WholeResource<Regions> {
  constructor(search: Search) {
    super(regions, async (index, live) => {
      const body = { query: { match_all: {} }, sort: [{ id: 'asc' as const }], size: ALL };
      const hits = await search<RegionDocument>(index, body).catch((error: unknown) => {
        // An index that was just deleted is another matter.
        if (error instanceof NoSuchIndex && live.version(LIVE) === undefined) return [];
        throw error;
      });
      const all = hits.map(({ _source }) => _source);
      return { all, shown: shownOf(all) };
    });
  }
}

function shownOf(all: readonly RegionDocument[]): Map<Language, Map<string, string>> {
  const shown = new Map<Language, Map<string, string>>();
  for (const { country_id, name, names } of all)
    for (const [language, own] of Object.entries(names) as [Language, string][])
      shown.set(
        language,
        (shown.get(language) ?? new Map<string, string>()).set(keyOf(country_id, name), own),
      );
  return shown;
}

function keyOf(countryId: string, name: string): string {
  return `${countryId} ${name}`;
}

/**
 * Returns an endpoint whose cities and lands have the name of their region in the language of the lookup. Each name
 * is stored once, not with every city and land, so this costs no search.
 */
export function withRegionNames(endpoint: Endpoint, regionsOf: AllRegions): Endpoint {
  const shownIn = (parameters: unknown, { shown }: Regions) =>
    shown.get((parameters as { language: Language }).language);
  const answered = (answer: Answer, shown: Shown | undefined): Answer =>
    shown === undefined ? answer : { ...answer, data: translate(answer.data, shown) };
  if (endpoint.method === 'post') {
    const handle: BatchEndpoint['handle'] = async (elements, live, deadline, stop) => {
      const answers = await endpoint.handle(elements, live, deadline, stop);
      const shown = shownIn(elements[0] ?? {}, await regionsOf.find(live));
      return shown === undefined ? answers : answers.map((each) => translate(each, shown));
    };
    return { ...endpoint, handle };
  }
  if (endpoint.method === 'put') return endpoint;
  const { reads } = endpoint;
  const fromCache: LookupEndpoint['fromCache'] = (parameters, live) => {
    const cached = regionsOf.get(live);
    const answer = cached && endpoint.fromCache?.(parameters, live);
    return answer && answered(answer, shownIn(parameters, cached));
  };
  const handle: LookupEndpoint['handle'] = async (parameters, live) => {
    const [answer, found] = await Promise.all([
      endpoint.handle(parameters, live),
      regionsOf.find(live),
    ]);
    return answered(answer, shownIn(parameters, found));
  };
  return { ...endpoint, ...(reads && { reads: [...reads, regions] }), fromCache, handle };
}

/** Translates the regions of a city or land, of a list of them, or of what holds them. Cached objects stay as they are. */
function translate(data: unknown, shown: Shown): unknown {
  if (Array.isArray(data)) return data.map((each) => translate(each, shown));
  if (!isPlainObject(data)) return data;
  const { country_id: country, region_name: name, city, land } = data;
  if (typeof name === 'string')
    return { ...data, region_name: shown.get(keyOf(String(country), name)) ?? name };
  return {
    ...data,
    ...(city !== undefined && { city: translate(city, shown) }),
    ...(land !== undefined && { land: translate(land, shown) }),
  };
}
