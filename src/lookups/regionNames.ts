import { isPlainObject } from 'es-toolkit/predicate';
import { DEFAULT_LANGUAGE, type Language, type Names } from '../../indices/languages.js';
import { type RegionDocument, regions } from '../../indices/regions.js';
import { NoSuchIndex } from '../errors.js';
import type { Snapshot } from '../search/live.js';
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
  constructor(search: Search, validMs?: number) {
    const read = async (index: string, live: Snapshot) => {
      const all = await readAll(search, index, live);
      return { all, shown: shownOf(all) };
    };
    super(regions, read, validMs);
  }

  /**
   * Returns the names of all regions in a language. While the live generation is unknown, which it often is when
   * Elasticsearch is busy, they are those of the generation before: all regions are not read for each lookup.
   */
  async shownIn(language: Language, live: Snapshot): Promise<Shown | undefined> {
    if (language === DEFAULT_LANGUAGE) return undefined;
    const before = live.version([regions]) === undefined ? this.latest : undefined;
    return (before ?? (await this.find(live))).shown.get(language);
  }
}

async function readAll(search: Search, index: string, live: Snapshot): Promise<RegionDocument[]> {
  const body = { query: { match_all: {} }, sort: [{ id: 'asc' as const }], size: ALL };
  try {
    const hits = await search<RegionDocument>(index, body);
    return hits.map(({ _source }) => _source);
  } catch (error) {
    // An index that was just deleted is another matter.
    if (error instanceof NoSuchIndex && live.version(LIVE) === undefined) return [];
    throw error;
  }
}

function shownOf(all: readonly RegionDocument[]): Map<Language, Map<string, string>> {
  const shown = new Map<Language, Map<string, string>>();
  for (const region of all)
    for (const [language, own] of Object.entries(shownNames(region)) as [Language, string][]) {
      const inLanguage = shown.get(language) ?? new Map<string, string>();
      shown.set(language, inLanguage.set(keyOf(region.country_id, region.name), own));
    }
  return shown;
}

/** Returns the names by which a region is shown. Those of the operator come before built-in ones. */
export function shownNames({ names, shown_names: builtIn }: RegionDocument): Names {
  return { ...builtIn, ...names };
}

function keyOf(countryId: string, name: string): string {
  return `${countryId} ${name}`;
}

/**
 * Returns an endpoint whose cities and lands have the name of their region in the language of the lookup. Each name
 * is stored once, not with every city and land, so this costs no search. Default names are English.
 */
export function withRegionNames(endpoint: Endpoint, regionsOf: AllRegions): Endpoint {
  if (endpoint.method === 'put') return endpoint;
  if (endpoint.method === 'post') {
    const handle: BatchEndpoint['handle'] = async (elements, live, deadline, stop) => {
      const answers = await endpoint.handle(elements, live, deadline, stop);
      const language = languageIn(elements[0]);
      const shown = language && (await regionsOf.shownIn(language, live));
      return shown === undefined ? answers : answers.map((each) => translate(each, shown));
    };
    return { ...endpoint, handle };
  }
  const translated = (answer: Answer, shown: Shown | undefined): Answer => {
    if (shown === undefined) return answer;
    const { json, data, ...others } = answer;
    return { ...others, data: translate(json === undefined ? data : JSON.parse(json), shown) };
  };
  const fromCache: LookupEndpoint['fromCache'] = (parameters, live) => {
    const language = languageIn(parameters);
    if (language === DEFAULT_LANGUAGE) return endpoint.fromCache?.(parameters, live);
    const cached = regionsOf.get(live);
    const answer = cached && endpoint.fromCache?.(parameters, live);
    return answer && translated(answer, language && cached.shown.get(language));
  };
  const handle: LookupEndpoint['handle'] = async (parameters, live) => {
    const answer = await endpoint.handle(parameters, live);
    const language = languageIn(parameters);
    const shown = language && (await regionsOf.shownIn(language, live));
    return translated(answer, shown);
  };
  const { reads } = endpoint;
  return { ...endpoint, ...(reads && { reads: [...reads, regions] }), fromCache, handle };
}

function languageIn(parameters: unknown): Language | undefined {
  return (parameters as { language: Language } | undefined)?.language;
}

/**
 * Returns a copy in which the regions of cities and lands have their shown names. The data is one of them, a list of
 * them, or an object that holds them.
 */
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
