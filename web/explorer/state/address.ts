import { isLanguage } from '../languages.js';
import {
  type Address,
  type Camera,
  COLOURINGS,
  MAX_RADIUS_METERS,
  MAX_RINGS,
  MAX_SEASON,
  MAX_ZOOM,
  PAGES,
  type Point,
  PROJECTIONS,
  START,
} from './state.js';

/** About a metre. */
const DECIMALS = 5;

/**
 * Returns the fragment of an address, such as `#map?view=4.5/46.2/6.1&at=46.2,6.1&k=3`. Values of the
 * start address are left out.
 */
export function writeAddress(address: Address): string {
  const { camera, point, rings, colouring, projection, language } = address;
  const parts: string[] = [];
  const add = (name: string, value: string | number, isStartValue: boolean): void => {
    if (!isStartValue) parts.push(`${name}=${value}`);
  };
  add('view', writeCamera(camera), writeCamera(camera) === writeCamera(START.camera));
  if (point !== undefined) parts.push(`at=${writePoint(point, ',')}`);
  add('k', rings, rings === START.rings);
  add('by', colouring, colouring === START.colouring);
  add('projection', projection, projection === START.projection);
  if (language !== undefined) parts.push(`lang=${language}`);
  add('markers', 1, !address.showsMarkers);
  add('season', address.season, address.season === START.season);
  add('radius', address.radiusMeters, address.radiusMeters === START.radiusMeters);
  return `#${address.page}${parts.length === 0 ? '' : `?${parts.join('&')}`}`;
}

/** Reads a fragment. Missing and invalid values become those of the start address. */
export function readAddress(fragment: string): Address {
  const [page = '', query = ''] = fragment.replace(/^#/, '').split('?');
  const given = new URLSearchParams(query);
  const language = given.get('lang') ?? '';
  return {
    page: oneOf(PAGES, page) ?? START.page,
    camera: readCamera(given.get('view') ?? '') ?? START.camera,
    point: readPoint((given.get('at') ?? '').split(',')),
    rings: integer(given.get('k'), 0, MAX_RINGS) ?? START.rings,
    colouring: oneOf(COLOURINGS, given.get('by')) ?? START.colouring,
    projection: oneOf(PROJECTIONS, given.get('projection')) ?? START.projection,
    language: isLanguage(language) ? language : undefined,
    showsMarkers: given.get('markers') === '1',
    season: integer(given.get('season'), 0, MAX_SEASON) ?? START.season,
    radiusMeters: integer(given.get('radius'), 1, MAX_RADIUS_METERS) ?? START.radiusMeters,
  };
}

function writeCamera({ centre, zoom }: Camera): string {
  return `${Number(zoom.toFixed(2))}/${writePoint(centre, '/')}`;
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
  return { latitude, longitude };
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

/** Keeps the state of the page in the browser's address. */
export class AddressBar {
  /** @param onReturn is called when the visitor goes back or forward */
  constructor(onReturn: (address: Address) => void) {
    addEventListener('popstate', () => {
      onReturn(this.read());
    });
  }

  read(): Address {
    return readAddress(location.hash);
  }

  /** Adds an address to the browser's history. */
  push(address: Address): void {
    const fragment = writeAddress(address);
    if (fragment !== location.hash) history.pushState(null, '', fragment);
  }

  replace(address: Address): void {
    history.replaceState(null, '', writeAddress(address));
  }
}
