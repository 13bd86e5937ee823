import type * as entities from '../../client/src/routes.js';
import { notRetried, type Failure } from '../api/failures.js';
import * as requests from '../api/requests.js';
import { Sender } from '../api/sender.js';
import type { Tokens } from '../api/tokens.js';
import type { Language } from '../languages.js';
import type { Address, Point } from '../address.js';
import { Filling } from './filling.js';
import { Lookup } from './lookup.js';
import { Retries } from './retries.js';

const CITIES_ON_MAP = 500;
/** From this zoom on, more cities of the countries in view are shown. */
const CLOSE_ZOOM = 7;
const CITIES_WHEN_CLOSE = 2_000;

/** The inputs of the map besides the address. */
export interface MapNeeds {
  /** The ids of the capitals. */
  readonly capitals: readonly string[];
  /** The countries in view. None while the map is far away. */
  readonly countries: readonly string[];
  readonly zoom: number;
}
/** Includes every built-in capital. New Delhi is the 160th city of its country. */
const CITIES_OF_COUNTRY = 200;
/** The cities of a country that the panel lists and the map names. */
export const LISTED_CITIES = 10;

/** The state of the page: its address, and the lookups that the address needs. */
export class Explorer {
  readonly tokens: Tokens;
  readonly sender: Sender;
  readonly #lookups: Lookup<unknown>[] = [];
  /** All countries in the language, because lands only have their codes. */
  readonly names = this.#lookup<readonly entities.Country[]>();
  readonly located = this.#lookup<entities.Located>();
  /** The largest cities of the world, for the map. */
  readonly largest = this.#lookup<readonly entities.City[]>();
  /** The capitals that are not among them. */
  readonly capitals = this.#lookup<readonly entities.City[]>();
  /** The largest cities of the countries in view. */
  readonly cities = this.#lookup<readonly entities.City[]>();
  /** The largest cities of the chosen country, its capital among them. */
  readonly citiesOfCountry = this.#lookup<readonly entities.City[]>();
  readonly lands = this.#lookup<readonly entities.Land[]>();
  readonly places = this.#lookup<readonly entities.Place[]>();
  readonly markers = this.#lookup<readonly entities.Marker[]>();
  readonly report = this.#lookup<readonly entities.ResourceData[]>();
  /** Repeats the lookups that failed. */
  readonly #retries = new Retries(() => {
    for (const lookup of this.#lookups)
      if (lookup.failure !== undefined && !lookup.isAsking) lookup.forget();
    this.ask();
  });
  readonly filling = new Filling((isMore) => {
    if (isMore) {
      // Its answer says what is live.
      this.report.forget();
      this.retryNow();
    }
    this.#changed();
  });
  readonly #changed: () => void;
  #preferredLanguage: Language;
  #address: Address;
  /** Undefined without a map. */
  #mapNeeds: MapNeeds | undefined;
  /** The failure of the latest write of a marker. */
  writeFailure: Failure | undefined;

  /** @param changed is called after every change of the state */
  constructor(tokens: Tokens, address: Address, preferredLanguage: Language, changed: () => void) {
    this.tokens = tokens;
    this.#address = address;
    this.#preferredLanguage = address.language ?? preferredLanguage;
    this.#changed = changed;
    this.sender = new Sender(tokens, changed);
  }

  get address(): Address {
    return this.#address;
  }

  set address(address: Address) {
    const { point, country, season } = this.#address;
    if (address.country !== country) this.citiesOfCountry.data = undefined;
    if (address.point !== point || address.season !== season) this.writeFailure = undefined;
    this.#preferredLanguage = address.language ?? this.#preferredLanguage;
    this.#address = address;
    this.ask();
    this.#changed();
  }

  set mapNeeds(needs: MapNeeds) {
    this.#mapNeeds = needs;
    this.#askCities();
  }

  get language(): Language {
    return this.#address.language ?? this.#preferredLanguage;
  }

  /** The failure to show first: a missing token, else any other. */
  get failure(): Failure | undefined {
    const failures = this.#lookups.flatMap(({ failure }) => failure ?? []);
    return failures.find(({ needsToken }) => needsToken) ?? failures[0];
  }

  /** Why a link does not show what it names, as a sentence. */
  get linkFault(): string | undefined {
    const { faults, country } = this.#address;
    if (faults.length > 0) return `This link is not valid: ${faults.join(', ')}.`;
    return country !== undefined && this.isUnknown(country)
      ? `This link is not valid: no country has the code ${country}.`
      : undefined;
  }

  isUnknown(countryId: string): boolean {
    return this.names.data?.every(({ id }) => id !== countryId) === true;
  }

  countryName(id: string): string {
    return this.names.data?.find((country) => country.id === id)?.name ?? id;
  }

  /** Looks up what the address needs. */
  ask(): void {
    const { page, point, country, rings, showsMarkers, radiusMeters, season } = this.#address;
    const { language } = this;
    const here = <T>(make: (point: Point) => T): T | undefined => point && make(point);
    const inside = showsMarkers ? here : () => undefined;
    this.names.ask(requests.allCountries(language));
    this.located.ask(here((at) => requests.locate(at, language)));
    this.#askCities();
    this.citiesOfCountry.ask(
      country === undefined
        ? undefined
        : requests.largestCities([country], language, CITIES_OF_COUNTRY),
    );
    this.lands.ask(here((at) => requests.landsAround(at, rings, language)));
    this.places.ask(inside((at) => requests.placesAround(at, rings)));
    this.markers.ask(inside((at) => requests.markersWithin(at, radiusMeters, season)));
    this.report.ask(page === 'data' ? requests.dataReport() : undefined);
  }

  /** Looks up everything again, because another token may get other answers. */
  restart(): void {
    for (const lookup of this.#lookups) lookup.clear();
    this.sender.exchanges = [];
    this.ask();
  }

  /** Repeats the lookups that failed, without delay. */
  retryNow(): void {
    this.#retries.now();
  }

  /** Builds or clears a marker, and looks up the markers again. */
  async write(request: requests.ApiRequest): Promise<void> {
    const { point, season } = this.#address;
    const { failure } = await this.sender.send(request, new AbortController().signal);
    if (point === this.#address.point && season === this.#address.season)
      this.writeFailure = failure && notRetried(failure);
    for (const lookup of [this.markers, this.lands]) lookup.forget();
    this.ask();
    this.#changed();
  }

  /** Looks up the cities of the map, once the countries of the world are known. */
  #askCities(): void {
    const { language } = this;
    const [needs, world] = [this.#mapNeeds, this.names.data];
    if (needs === undefined || world === undefined) return;
    const ids = world.map(({ id }) => id);
    this.largest.ask(requests.largestCities(ids, language, CITIES_ON_MAP));
    const limit = needs.zoom < CLOSE_ZOOM ? CITIES_ON_MAP : CITIES_WHEN_CLOSE;
    const near = needs.countries.filter((id) => ids.includes(id));
    this.cities.ask(near.length === 0 ? undefined : requests.largestCities(near, language, limit));
    if (this.largest.data === undefined) return;
    const known = new Set(this.largest.data.map(({ id }) => id));
    const others = needs.capitals.filter((id) => !known.has(id));
    this.capitals.ask(others.length === 0 ? undefined : requests.citiesByIds(others, language));
  }

  #lookup<Data>(): Lookup<Data> {
    const lookup = new Lookup<Data>(
      (request, signal) => this.sender.send(request, signal),
      (changed) => this.#settle(changed),
    );
    this.#lookups.push(lookup);
    return lookup;
  }

  #settle(lookup: Lookup<unknown>): void {
    this.#askCities();
    if (isTemporary(lookup)) this.#retries.schedule(lookup.failure?.retryAfterSeconds);
    else if (this.#lookups.every((each) => !each.isAsking && !isTemporary(each)))
      this.#retries.reset();
    this.#changed();
  }
}

function isTemporary({ isAsking, failure }: Lookup<unknown>): boolean {
  return !isAsking && failure?.isTemporary === true;
}
