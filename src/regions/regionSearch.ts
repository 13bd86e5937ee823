import { compact, uniq } from 'es-toolkit/array';
import { pointOf } from '../../core/geo/point.js';
import type { Language } from '../../indices/languages.js';
import { type RegionDocument, regions } from '../../indices/regions.js';
import { NoSuchIndex } from '../errors.js';
import { mapInTurns } from '../lookups/answers.js';
import { WholeResource } from '../lookups/cache/wholeResource.js';
import { match, type Name, type NameMatch, nearness, toName, WEIGHTS } from '../matching/rank.js';
import {
  type CountryIdsOf,
  isWithin,
  MIN_PHRASE_CHARACTERS,
  readingsOf,
} from '../matching/readings.js';
import type { Point } from '../../core/geo/point.js';
import type { Snapshot } from '../search/live.js';
import type { Search } from '../search/search.js';
import { presentRegion, type Region } from './present.js';

/** Far more than there are. They are read in pages. */
const ALL = 100_000;
const REGIONS_PER_TURN = 500;
/** Shorter tokens of Latin letters are the start of too many names other than the one shown, or like them. */
const MIN_OTHER_CHARACTERS = 5;

/** Has a version only while there are regions. */
const LIVE = [{ resource: regions.resource }];

interface NamedRegion {
  readonly stored: RegionDocument;
  readonly names: readonly Name[];
  /** The first characters of all words. Most regions are left out by them. */
  readonly initials: string;
}

interface RegionLookup {
  readonly token: string;
  readonly language: Language;
  readonly countryIds?: readonly string[] | undefined;
  readonly near?: Point | undefined;
  /** Regions that are hardly more than a city of their name are left out. */
  readonly withoutNamesakes: boolean;
}

/** Finds regions as `CitySearch` finds cities, but among all regions, which are in memory. */
export class RegionSearch {
  readonly #all: WholeResource<readonly NamedRegion[]>;
  readonly #countryIdsOf: (live: Snapshot) => Promise<CountryIdsOf>;

  /** @param countryIdsOf finds the countries that a token may name */
  constructor(search: Search, countryIdsOf: (live: Snapshot) => Promise<CountryIdsOf>) {
    this.#all = new WholeResource(regions, (index, live) => readAll(search, index, live));
    this.#countryIdsOf = countryIdsOf;
  }

  /**
   * Returns the regions that match, by id.
   * @throws {ApiError}
   */
  async find(lookup: RegionLookup, live: Snapshot): Promise<NameMatch<Region>[]> {
    const { language, countryIds, near, withoutNamesakes } = lookup;
    const [all, countryIdsOf] = await Promise.all([this.#all.find(live), this.#countryIdsOf(live)]);
    const readings = readingsOf(lookup.token, countryIdsOf);
    const [reading] = readings;
    if (reading === undefined) return [];
    const phrase = reading.words.join(' ');
    const found = await mapInTurns(
      all,
      ({ stored, names, initials }) => {
        if (!initials.includes(phrase.charAt(0))) return;
        const { country_id: countryId, namesake, location } = stored;
        if (countryIds?.includes(countryId) === false || (namesake && withoutNamesakes)) return;
        const matched = match({
          entity: stored,
          prominence: stored.prominence + WEIGHTS.region,
          names: searchedNames(names, stored.names[language] ?? stored.name, phrase),
          readings: readings.filter(({ qualifiers }) =>
            qualifiers.every((qualifier) => isWithin(qualifier, countryId, [])),
          ),
          boost: near === undefined ? 0 : nearness(near, pointOf(location)),
        });
        if (matched === undefined) return;
        const isExact = matched.kind === 'alias' || phrase.length < MIN_OTHER_CHARACTERS;
        if (isExact && matched.edits > 0) return;
        return { ...matched, entity: presentRegion(stored, language) };
      },
      REGIONS_PER_TURN,
    );
    return compact(found);
  }
}

/** Reads all regions; none if they are not ingested yet. */
async function readAll(
  search: Search,
  index: string,
  live: Snapshot,
): Promise<readonly NamedRegion[]> {
  const body = { query: { match_all: {} }, sort: [{ id: 'asc' as const }], size: ALL };
  const hits = await search<RegionDocument>(index, body).catch((error: unknown) => {
    // An index that was just deleted is another matter.
    if (error instanceof NoSuchIndex && live.version(LIVE) === undefined) return [];
    throw error;
  });
  return mapInTurns(hits, ({ _source: stored }) => {
    const shown = uniq([stored.name, ...Object.values(stored.names)]);
    const names = [
      ...shown.map((name) => toName(name, 'otherLanguage')),
      ...stored.aliases.map((alias) => toName(alias, 'alias')),
    ];
    const initials = names.flatMap(({ words }) => words.map((word) => word.charAt(0)));
    return { stored, names, initials: uniq(initials).join('') };
  });
}

/** Yields the shown name as such, then the others. Few letters must be the start of the shown name, or a whole name. */
function* searchedNames(names: readonly Name[], shown: string, phrase: string): Generator<Name> {
  const isShort = phrase.length < MIN_PHRASE_CHARACTERS;
  const areFew = phrase.length < MIN_OTHER_CHARACTERS && /[a-z]/.test(phrase);
  const own = names.find(({ text }) => text === shown);
  if (own !== undefined && (!isShort || own.words.join(' ').startsWith(phrase)))
    yield { ...own, kind: 'shown' };
  for (const name of names)
    if (name !== own && ((!isShort && !areFew) || name.words.join(' ') === phrase)) yield name;
}
