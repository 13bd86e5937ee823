import { cities } from '../../indices/cities.js';
import type { Language } from '../../indices/languages.js';
import type { KeptDocuments, Known } from '../kept/documents.js';
import type { Snapshot } from '../store/live.js';
import type { Hit } from '../store/search.js';
import { type City, presentCity } from './present.js';
import type { CitySummary } from './queries.js';

export const READS = [cities];

/** A city in one language, with what is not shown of it. */
export interface KnownCity {
  readonly city: City;
  readonly primary: boolean;
  readonly timeZone: string | null;
}

type CityHit = Hit<CitySummary>;

/** Keeps cities by their ids, each language apart. */
export class KnownCities {
  readonly #documents: KeptDocuments;

  constructor(documents: KeptDocuments) {
    this.#documents = documents;
  }

  /** Divides ids into those that are known and the others. */
  of(ids: readonly string[], language: Language, live: Snapshot): Known<KnownCity> {
    return this.#documents.known(live.version(READS), kindOf(language), ids);
  }

  /** Completes what is known by what was found. */
  learn(
    known: Known<KnownCity>,
    hits: readonly CityHit[],
    language: Language,
    live: Snapshot,
  ): void {
    const found = new Map(hits.map((hit) => [hit._id, toKnown(hit, language)]));
    const valueOf = (id: string): KnownCity | null => found.get(id) ?? null;
    this.#documents.learn(live.version(READS), kindOf(language), known, valueOf);
  }

  /** Keeps one that was found, and returns it. */
  learnOne(hit: CityHit, language: Language, live: Snapshot): KnownCity {
    const city = toKnown(hit, language);
    const unknown = { found: new Map<string, KnownCity | null>(), unknown: [hit._id] };
    this.#documents.learn(live.version(READS), kindOf(language), unknown, () => city);
    return city;
  }
}

/** Names what is known of cities in a language. */
const kindOf = (language: Language): string => `cities ${language}`;

function toKnown({ _source: stored, fields }: CityHit, language: Language): KnownCity {
  return {
    city: presentCity(stored, fields, language),
    primary: stored.primary,
    timeZone: stored.time_zone ?? null,
  };
}
