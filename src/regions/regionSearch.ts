import { compact } from 'es-toolkit/array';
import { pointOf } from '../../core/geo/point.js';
import type { Language } from '../../indices/languages.js';
import type { RegionDocument } from '../../indices/regions.js';
import { mapInTurns } from '../lookups/answers.js';
import type { AllRegions } from '../lookups/regionNames.js';
import { accentedOf } from '../matching/letters.js';
import {
  byInitial,
  type NameInLanguages,
  namesInLanguages,
  shownFirst,
} from '../matching/names.js';
import { type Accepting, match, type NameMatch, nearness, WEIGHTS } from '../matching/rank.js';
import {
  type CountriesByName,
  isWithin,
  readingsOf,
  WITHOUT_DIGITS,
} from '../matching/readings.js';
import type { Point } from '../../core/geo/point.js';
import type { Snapshot } from '../search/live.js';
import { presentRegion, type Region } from './present.js';

const REGIONS_PER_TURN = 500;
/** Shorter tokens are like too many names. */
const MIN_MISTYPED_CHARACTERS = 5;

interface NamedRegion {
  readonly stored: RegionDocument;
  readonly byInitial: ReadonlyMap<string, readonly NameInLanguages[]>;
}

interface RegionLookup extends Accepting {
  readonly token: string;
  readonly language: Language;
  readonly countryIds?: readonly string[] | undefined;
  readonly near?: Point | undefined;
  /** Regions that are hardly more than a city of their name are left out. */
  readonly withoutNamesakes: boolean;
}

/** Finds regions as `CitySearch` finds cities, but among all regions, which are in memory. */
export class RegionSearch {
  readonly #allRegions: AllRegions;
  /** Keyed by the regions that were read, so that names are never older than these. */
  readonly #named = new WeakMap<object, Promise<readonly NamedRegion[]>>();
  readonly #readCountries: (live: Snapshot) => Promise<CountriesByName>;

  constructor(allRegions: AllRegions, readCountries: (live: Snapshot) => Promise<CountriesByName>) {
    this.#allRegions = allRegions;
    this.#readCountries = readCountries;
  }

  /**
   * Returns the regions that match, by id.
   * @throws {ApiError}
   */
  async find(lookup: RegionLookup, live: Snapshot): Promise<NameMatch<Region>[]> {
    const { language, accepted = [], countryIds, near, withoutNamesakes } = lookup;
    const [all, countries] = await Promise.all([this.#read(live), this.#readCountries(live)]);
    // Of an address, a city is meant.
    const readings = readingsOf(lookup.token, countries.idsOf).filter(
      ({ fallback }) => fallback <= WITHOUT_DIGITS,
    );
    const [reading] = readings;
    if (reading === undefined) return [];
    const accented = accentedOf(lookup.token);
    const phrase = reading.words.join(' ');
    const [typed = ''] = reading.words;
    const found = await mapInTurns(
      all,
      ({ stored, byInitial: named }) => {
        // Other names and codes, which are most, have no typing errors.
        const names = named
          .get(phrase.charAt(0))
          ?.filter(
            ({ kind, words }) => kind !== 'alias' || words.some((word) => word.startsWith(typed)),
          );
        if (names === undefined || names.length === 0) return;
        const { country_id: countryId, namesake, location } = stored;
        if (countryIds?.includes(countryId) === false || (namesake && withoutNamesakes)) return;
        const shown = stored.names[language] ?? stored.name;
        const matched = match({
          entity: stored,
          shown,
          prominence: stored.prominence + WEIGHTS.region,
          names: shownFirst(names, shown, [...countries.languagesOf(countryId), ...accepted]),
          readings: readings.filter(({ qualifiers }) =>
            qualifiers.every((qualifier) => isWithin(qualifier, countryId, [])),
          ),
          boost: near === undefined ? 0 : nearness(near, pointOf(location)),
          accented,
        });
        if (matched === undefined) return;
        const isExact = matched.kind === 'alias' || phrase.length < MIN_MISTYPED_CHARACTERS;
        if (isExact && matched.edits > 0) return;
        const score = matched.score + (matched.kind === 'alias' ? WEIGHTS.aliasOfRegion : 0);
        const entity = presentRegion(stored, language);
        // A built-in name in another language is shown only.
        const text = matched.matchedName ?? shown;
        return { ...matched, score, entity, matchedName: text === entity.name ? null : text };
      },
      REGIONS_PER_TURN,
    );
    return compact(found);
  }

  async #read(live: Snapshot): Promise<readonly NamedRegion[]> {
    const { all } = await this.#allRegions.find(live);
    const reading = this.#named.get(all) ?? mapInTurns(all, named);
    this.#named.set(all, reading);
    return reading;
  }
}

function named(stored: RegionDocument): NamedRegion {
  const own = [stored.name, ...Object.values(stored.names)];
  const names = namesInLanguages(stored.names, own, stored.aliases, 'alias');
  return { stored, byInitial: byInitial(names) };
}
