import type {
  City,
  Country,
  Land,
  Located,
  Marker,
  Place,
  ResourceData,
} from '../../client/src/routes.js';
import { notRetried, type Failure } from '../api/failures.js';
import * as requests from '../api/requests.js';
import type { Tokens } from '../api/tokens.js';
import type { Language } from '../languages.js';
import type { Address, Point } from '../state/state.js';
import { type Failed, Lookup, type Result } from './lookup.js';
import { Retries } from './retries.js';
import { Sender } from './sender.js';

const CITIES_ON_MAP = 500;

/** The state of the page: its address, and the lookups that the address needs. */
export class Explorer {
  readonly tokens: Tokens;
  readonly sender: Sender;
  /** All countries in the language, because lands only have their codes. */
  readonly names: Lookup<readonly Country[]>;
  readonly located: Lookup<Located>;
  /** The largest cities of the countries at the point, for the map. */
  readonly cities: Lookup<readonly City[]>;
  readonly lands: Lookup<readonly Land[]>;
  readonly places: Lookup<readonly Place[]>;
  readonly markers: Lookup<readonly Marker[]>;
  readonly report: Lookup<readonly ResourceData[]>;
  readonly #retries = new Retries(() => {
    this.retry();
  });
  readonly #lookups: Lookup<unknown>[] = [];
  readonly #changed: () => void;
  #preferredLanguage: Language;
  #address: Address;
  /** The failure of the latest write of a marker. */
  writeFailure: Failure | undefined;

  /** @param changed is called after every change of the state */
  constructor(tokens: Tokens, address: Address, preferredLanguage: Language, changed: () => void) {
    this.tokens = tokens;
    this.#address = address;
    this.#preferredLanguage = address.language ?? preferredLanguage;
    this.#changed = changed;
    this.sender = new Sender(tokens, changed);
    const lookup = <Data>(): Lookup<Data> => {
      const added = new Lookup<Data>(this.sender, (result) => {
        this.#settle(result);
      });
      this.#lookups.push(added);
      return added;
    };
    this.names = lookup();
    this.located = lookup();
    this.cities = lookup();
    this.lands = lookup();
    this.places = lookup();
    this.markers = lookup();
    this.report = lookup();
  }

  get address(): Address {
    return this.#address;
  }

  set address(address: Address) {
    const { point, season } = this.#address;
    if (address.point !== point || address.season !== season) this.writeFailure = undefined;
    this.#preferredLanguage = address.language ?? this.#preferredLanguage;
    this.#address = address;
    this.ask();
    this.#changed();
  }

  get language(): Language {
    return this.#address.language ?? this.#preferredLanguage;
  }

  /** The failure to show first: a missing token, else any other. */
  get failure(): Failure | undefined {
    const failures = this.#lookups.flatMap(({ failure }) => failure ?? []);
    return failures.find(({ needsToken }) => needsToken) ?? failures[0];
  }

  countryName(id: string): string {
    return this.names.data?.find((country) => country.id === id)?.name ?? id;
  }

  /** Looks up what the address needs. */
  ask(): void {
    const { page, point, rings, showsMarkers, radiusMeters, season } = this.#address;
    const { language } = this;
    const here = <T>(make: (point: Point) => T): T | undefined => point && make(point);
    const inside = showsMarkers ? here : () => undefined;
    this.names.ask(requests.allCountries(language));
    this.located.ask(here((at) => requests.locate(at, language)));
    this.#askCities();
    this.lands.ask(here((at) => requests.landsAround(at, rings, language)));
    this.places.ask(inside((at) => requests.placesAround(at, rings)));
    this.markers.ask(inside((at) => requests.markersWithin(at, radiusMeters, season)));
    this.report.ask(page === 'data' ? requests.dataReport() : undefined);
  }

  /** Looks up everything again, because another token may get other answers. */
  restart(): void {
    for (const lookup of this.#lookups) lookup.forget();
    this.ask();
  }

  /** Repeats the lookups that failed. */
  retry(): void {
    for (const lookup of this.#lookups) if (lookup.failure !== undefined) lookup.forget();
    this.ask();
  }

  /** Repeats them without delay. */
  retryNow(): void {
    this.#retries.now();
  }

  /** Builds or clears a marker, and looks up the markers again. */
  async write(request: requests.ApiRequest): Promise<void> {
    const { failure } = await this.sender.send(request, new AbortController().signal);
    this.writeFailure = failure && notRetried(failure);
    for (const lookup of [this.markers, this.lands]) lookup.forget();
    this.ask();
    this.#changed();
  }

  /** Looks up cities once the countries of the point are known. */
  #askCities(): void {
    const { countries } = this.located.data ?? {};
    const ids = this.#address.point === undefined ? [] : countries?.map(({ id }) => id);
    if (ids === undefined) return;
    this.cities.ask(
      ids.length === 0 ? undefined : requests.largestCities(ids, this.language, CITIES_ON_MAP),
    );
  }

  #settle(result: Result<unknown>): void {
    this.#askCities();
    if (isTemporary(result)) this.#retries.schedule(result.failure.retryAfterSeconds);
    else {
      const results = this.#lookups.map((lookup) => lookup.result);
      const isQuiet = results.every((each) => each.state !== 'asking' && !isTemporary(each));
      if (isQuiet) this.#retries.reset();
    }
    this.#changed();
  }
}

function isTemporary(result: Result<unknown>): result is Failed {
  return result.state === 'failed' && result.failure.isTemporary;
}
