import type {
  City,
  Country,
  Land,
  Located,
  Marker,
  Place,
  ResourceData,
} from '../../client/src/routes.js';
import { askedOnce, type Failure } from '../api/failures.js';
import * as requests from '../api/requests.js';
import type { Tokens } from '../api/tokens.js';
import type { Language } from '../languages.js';
import type { Address, Point } from '../state/state.js';
import { type Failed, Lookup, type Result } from './lookup.js';
import { Retries } from './retries.js';
import { Sender } from './sender.js';

/** As many as the map of a country has room for, from near. */
const CITIES_ON_MAP = 500;

/** All that is known at one time, and all that can be asked. */
export class Explorer {
  readonly tokens: Tokens;
  readonly sender: Sender;
  /** All countries in the language: lands bear the codes only. */
  readonly names: Lookup<readonly Country[]>;
  /** All that is at the point. */
  readonly located: Lookup<Located>;
  /** The largest ones of the countries at the point, which make the map one to find one's way on. */
  readonly cities: Lookup<readonly City[]>;
  readonly lands: Lookup<readonly Land[]>;
  readonly places: Lookup<readonly Place[]>;
  readonly markers: Lookup<readonly Marker[]>;
  readonly report: Lookup<readonly ResourceData[]>;
  readonly #retries = new Retries(() => {
    this.retry();
  });
  readonly #changed: () => void;
  #preferredLanguage: Language;
  #address: Address;
  /** Of the latest write of a marker. */
  writeFailure: Failure | undefined;

  /** @param changed is called whenever anything is not as before */
  constructor(tokens: Tokens, address: Address, preferredLanguage: Language, changed: () => void) {
    this.tokens = tokens;
    this.#address = address;
    this.#preferredLanguage = address.language ?? preferredLanguage;
    this.#changed = changed;
    this.sender = new Sender(tokens, changed);
    const lookup = <Data>(): Lookup<Data> =>
      new Lookup<Data>(this.sender, (result) => {
        this.#settle(result);
      });
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

  /** The first thing that is in the way of all others. */
  get failure(): Failure | undefined {
    const failures = this.#lookups.flatMap(({ failure }) => failure ?? []);
    return failures.find(({ needsToken }) => needsToken) ?? failures[0];
  }

  countryName(id: string): string {
    return this.names.data?.find((country) => country.id === id)?.name ?? id;
  }

  /** Asks what the address shows and is not known. */
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

  /** Asks all again: with another token the answers may be others. */
  restart(): void {
    for (const lookup of this.#lookups) lookup.forget();
    this.ask();
  }

  /** Asks again what has failed. */
  retry(): void {
    for (const lookup of this.#lookups) if (lookup.failure !== undefined) lookup.forget();
    this.ask();
  }

  /** Asks again at once, the network being back. */
  retryNow(): void {
    this.#retries.now();
  }

  /** Builds or clears a marker, and asks for the markers that are there then. */
  async write(request: requests.ApiRequest): Promise<void> {
    const { failure } = await this.sender.send(request, new AbortController().signal);
    this.writeFailure = failure && askedOnce(failure);
    for (const lookup of [this.markers, this.lands]) lookup.forget();
    this.ask();
    this.#changed();
  }

  /** Asks once it is known which countries are there. */
  #askCities(): void {
    const { countries } = this.located.data ?? {};
    const ids = this.#address.point === undefined ? [] : countries?.map(({ id }) => id);
    if (ids === undefined) return;
    this.cities.ask(
      ids.length === 0 ? undefined : requests.largestCities(ids, this.language, CITIES_ON_MAP),
    );
  }

  get #lookups(): Lookup<unknown>[] {
    return [
      this.names,
      this.located,
      this.cities,
      this.lands,
      this.places,
      this.markers,
      this.report,
    ];
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
