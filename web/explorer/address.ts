import { isLanguage, type Language } from './languages.js';

/** A place on the earth, in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

export interface Camera {
  readonly centre: Point;
  /** Undefined if the whole world fills the frame. */
  readonly zoom: number | undefined;
}

export const PAGES = ['map', 'data'] as const;
export const COLOURINGS = ['altitude', 'biome', 'markers', 'country'] as const;
export const PROJECTIONS = ['globe', 'flat'] as const;
export type Page = (typeof PAGES)[number];
export type Colouring = (typeof COLOURINGS)[number];
export type Projection = (typeof PROJECTIONS)[number];

export const MAX_RINGS = 10;
export const MAX_ZOOM = 18;
export const MAX_SEASON = 1_000_000;
export const MAX_RADIUS_METERS = 50_000;

/** Everything that a link contains. */
export interface Address {
  /** The parts of the link that are not valid, such as `at=999,2`. */
  readonly faults: readonly string[];
  readonly page: Page;
  readonly camera: Camera;
  /** The place that is looked up. */
  readonly point: Point | undefined;
  /** The code of the country that is shown instead of a place. */
  readonly country: string | undefined;
  /** The id of the land that is selected among those around the place. */
  readonly land: string | undefined;
  readonly rings: number;
  readonly colouring: Colouring;
  readonly projection: Projection;
  /** Undefined if a link does not contain it. */
  readonly language: Language | undefined;
  /** Places and markers need an internal token, so they are looked up on request only. */
  readonly showsMarkers: boolean;
  readonly season: number;
  readonly radiusMeters: number;
}

/** The parts of an address that are replaced when something else is chosen. */
export const NOTHING_CHOSEN = {
  point: undefined,
  country: undefined,
  land: undefined,
  faults: [],
};

export const START: Address = {
  page: 'map',
  camera: { centre: { latitude: 25, longitude: 10 }, zoom: undefined },
  ...NOTHING_CHOSEN,
  rings: 0,
  colouring: 'altitude',
  projection: 'globe',
  language: undefined,
  showsMarkers: false,
  season: 1,
  radiusMeters: 5_000,
};

/** The characters of a part of a link that are shown. */
const MAX_SHOWN = 40;

/** About a metre. */
const DECIMALS = 5;

/**
 * Returns the fragment of an address, such as `#map?view=4.5/46.2/6.1&at=46.2,6.1&k=3`. Values of the
 * start address are left out.
 */
export function writeAddress(address: Address): string {
  const start = new Map<string, string | number | undefined>(Object.entries(fieldsOf(START)));
  const parts = Object.entries(fieldsOf(address))
    .filter(([name, value]) => value !== undefined && value !== start.get(name))
    .map(([name, value]) => `${name}=${value}`);
  return `#${address.page}${parts.length === 0 ? '' : `?${parts.join('&')}`}`;
}

function fieldsOf(address: Address) {
  const { centre, zoom } = address.camera;
  return {
    view: zoom === undefined ? undefined : `${Number(zoom.toFixed(2))}/${writePoint(centre, '/')}`,
    at: address.point && writePoint(address.point, ','),
    country: address.country,
    land: address.land,
    k: address.rings,
    by: address.colouring,
    projection: address.projection,
    lang: address.language,
    markers: address.showsMarkers ? 1 : undefined,
    season: address.season,
    radius: address.radiusMeters,
  };
}

/** The parts of a link without which it shows something else. */
const ESSENTIAL = ['view', 'at', 'country', 'land'] as const;

/** Reads a fragment. Missing and invalid values become those of the start address. */
export function readAddress(fragment: string): Address {
  const [page = '', query = ''] = fragment.replace(/^#/, '').split('?');
  const given = new URLSearchParams(query);
  const address = addressOf(page, given);
  const read = fieldsOf(address);
  const invalid = ESSENTIAL.filter((name) => given.has(name) && read[name] === undefined);
  const faults = invalid.map((name) => `${name}=${given.get(name)?.slice(0, MAX_SHOWN)}`);
  if (page !== '' && oneOf(PAGES, page) === undefined)
    faults.unshift(`#${page.slice(0, MAX_SHOWN)}`);
  return { ...address, faults };
}

function addressOf(page: string, given: URLSearchParams): Address {
  const language = given.get('lang') ?? '';
  return {
    faults: [],
    page: oneOf(PAGES, page) ?? START.page,
    camera: readCamera(given.get('view') ?? '') ?? START.camera,
    point: readPoint((given.get('at') ?? '').split(',')),
    country: /^[A-Z]{3}$/.exec(given.get('country') ?? '')?.[0],
    land: /^88[0-9a-f]{13}$/.exec(given.get('land') ?? '')?.[0],
    rings: integer(given.get('k'), 0, MAX_RINGS) ?? START.rings,
    colouring: oneOf(COLOURINGS, given.get('by')) ?? START.colouring,
    projection: oneOf(PROJECTIONS, given.get('projection')) ?? START.projection,
    language: isLanguage(language) ? language : undefined,
    showsMarkers: given.get('markers') === '1',
    season: integer(given.get('season'), 0, MAX_SEASON) ?? START.season,
    radiusMeters: integer(given.get('radius'), 1, MAX_RADIUS_METERS) ?? START.radiusMeters,
  };
}

function readCamera(text: string): Camera | undefined {
  const [zoomText, ...centreText] = text.split('/');
  const zoom = decimal(zoomText, 0, MAX_ZOOM);
  const centre = readPoint(centreText);
  return zoom === undefined || centre === undefined ? undefined : { centre, zoom };
}

function writePoint({ latitude, longitude }: Point, separator: string): string {
  return [latitude, longitude].map((value) => Number(value.toFixed(DECIMALS))).join(separator);
}

function readPoint(texts: readonly string[]): Point | undefined {
  const latitude = decimal(texts[0], -90, 90);
  const longitude = decimal(texts[1], -180, 180);
  if (texts.length !== 2 || latitude === undefined || longitude === undefined) return undefined;
  // The service takes no exponents, such as 1e-7.
  const round = (degrees: number): number => Number(degrees.toFixed(DECIMALS));
  return { latitude: round(latitude), longitude: round(longitude) };
}

function oneOf<T extends string>(values: readonly T[], value: string | null): T | undefined {
  return values.find((known) => known === value);
}

function integer(text: string | null, minimum: number, maximum: number): number | undefined {
  const value = decimal(text ?? undefined, minimum, maximum);
  return value !== undefined && Number.isInteger(value) ? value : undefined;
}

function decimal(text: string | undefined, minimum: number, maximum: number): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const value = Number(text);
  return value >= minimum && value <= maximum ? value : undefined;
}
