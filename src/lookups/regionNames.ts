import { chunk } from 'es-toolkit/array';
import { isPlainObject } from 'es-toolkit/predicate';
import { DEFAULT_LANGUAGE, type Language, type Names } from '../../indices/languages.js';
import { type RegionDocument, regions } from '../../indices/regions.js';
import { NoSuchIndex } from '../errors.js';
import type { Snapshot } from '../search/live.js';
import type { Expectation, Search, SearchBody } from '../search/search.js';
import type { Answer } from './answers.js';
import { WholeResource } from './cache/wholeResource.js';
import type { BatchEndpoint, Endpoint, LookupEndpoint } from './endpoint.js';

/** Far more than there are. They are read in pages. */
const ALL = 100_000;
/** So that a read is no large result. */
const COUNTRIES_PER_READ = 2;
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
  readonly #search: Search;

  constructor(search: Search) {
    super(regions, async (_, live) => {
      const all = await readRegions(search, live, { query: { match_all: {} } });
      return { all, shown: shownOf(all) };
    });
    this.#search = search;
  }

  /**
   * Returns the names of the regions in some data. While the live generation is unknown, which it often is when
   * Elasticsearch is busy, nothing is cached: then only the regions of these countries are read.
   */
  async shownIn(language: Language, data: unknown, live: Snapshot): Promise<Shown | undefined> {
    if (language === DEFAULT_LANGUAGE) return undefined;
    if (live.version([regions]) !== undefined) return (await this.find(live)).shown.get(language);
    const countryIds = new Set<string>();
    mapRegionNames(data, (countryId, name) => {
      countryIds.add(countryId);
      return name;
    });
    const _source = ['country_id', 'name', `names.${language}`, `shown_names.${language}`];
    const reads = chunk([...countryIds], COUNTRIES_PER_READ).map((ids) => {
      const query = { terms: { country_id: ids } };
      return readRegions(this.#search, live, { query, _source }, 'short');
    });
    return shownOf((await Promise.all(reads)).flat()).get(language);
  }
}

async function readRegions(
  search: Search,
  live: Snapshot,
  body: Pick<SearchBody, 'query' | '_source'>,
  expectation?: Expectation,
): Promise<RegionDocument[]> {
  const sorted = { sort: [{ id: 'asc' as const }], size: ALL, ...body };
  try {
    const hits = await search<RegionDocument>(live.index(regions), sorted, expectation);
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
      const shown = language && (await regionsOf.shownIn(language, answers, live));
      return shown === undefined ? answers : answers.map((each) => translate(each, shown));
    };
    return { ...endpoint, handle };
  }
  const translated = (answer: Answer, shown: Shown | undefined): Answer =>
    shown === undefined ? answer : { ...answer, data: translate(answer.data, shown) };
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
    const shown = language && (await regionsOf.shownIn(language, answer.data, live));
    return translated(answer, shown);
  };
  const { reads } = endpoint;
  return { ...endpoint, ...(reads && { reads: [...reads, regions] }), fromCache, handle };
}

function languageIn(parameters: unknown): Language | undefined {
  return (parameters as { language: Language } | undefined)?.language;
}

function translate(data: unknown, shown: Shown): unknown {
  return mapRegionNames(data, (countryId, name) => shown.get(keyOf(countryId, name)) ?? name);
}

/**
 * Returns a copy in which the region of a city or land has another name. The data is one of them, a list of them, or
 * an object that holds them.
 */
function mapRegionNames(
  data: unknown,
  nameOf: (countryId: string, name: string) => string,
): unknown {
  if (Array.isArray(data)) return data.map((each) => mapRegionNames(each, nameOf));
  if (!isPlainObject(data)) return data;
  const { country_id: country, region_name: name, city, land } = data;
  if (typeof name === 'string') return { ...data, region_name: nameOf(String(country), name) };
  return {
    ...data,
    ...(city !== undefined && { city: mapRegionNames(city, nameOf) }),
    ...(land !== undefined && { land: mapRegionNames(land, nameOf) }),
  };
}
