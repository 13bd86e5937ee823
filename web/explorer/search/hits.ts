import type { Place, SearchResult } from '../../client/src/routes.js';
import { notRetried } from '../api/failures.js';
import type { Camera, Point } from '../address.js';
import { joined } from '../languages.js';
import { findNamed, findPlaces } from '../api/requests.js';
import { readCoordinates, readLandId } from '../../shared/coordinates.js';
import { tokenOf } from '../../shared/typing.js';
import { isLandId, loadCells, middleOf } from '../map/cells.js';
import type { Explorer } from '../model/explorer.js';
import { categoryName, kindOf } from '../model/placeKinds.js';
import type { HitType } from './icons.js';

const NOTHING_FOUND =
  'Nothing found. You can search for countries, cities and regions in any language, and for coordinates such as 48.85, 2.35. Streets and postal codes are not in the data.';
const HITS = 8;
/** The places below the other hits. More are asked, because cities are left out. */
const PLACES = 4;
const ASKED_PLACES = 30;
/** Shorter texts begin too many names of places. */
const MIN_CHARACTERS = 3;
/** About 1,000 km are in view. Nearness counts half at 300 km. */
const NEAR_ZOOM = 6;

/** A country, city, region, place or point in the search results. */
export interface SearchHit {
  readonly type: HitType;
  readonly id: string;
  readonly name: string;
  /** The name that matched, if it is not the one shown. */
  readonly matchedName: string | null;
  /** Distinguishes entities of the same name. */
  readonly detail: string;
  /** Null if it is unknown, or not of interest. */
  readonly population: number | null;
  /** Null for a country. */
  readonly point: Point | null;
  /** Set for a region. */
  readonly bounds?: Bounds;
}

type Region = Extract<SearchResult, { type: 'region' }>['region'];
/** In degrees. `west` is greater than `east` if it crosses ±180°. */
export type Bounds = Region['bounds'];

export interface SearchOutcome {
  readonly hits: readonly SearchHit[];
  /** Shown if there are no hits, else empty. */
  readonly message: string;
}

/**
 * Finds countries, cities and regions by what the visitor types, and places if there is an internal token, or the point
 * or land that it means.
 * @throws the reason of the signal, and nothing else
 */
export async function search(
  explorer: Explorer,
  text: string,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  const place = await placeOf(text);
  if (place !== undefined) return { hits: [place], message: '' };
  const { sender, language, address } = explorer;
  const token = tokenOf(text);
  const request = findNamed(token, language, HITS, placeInView(address.camera));
  const [outcome, places] = await Promise.all([
    sender.send(request, signal),
    searchPlaces(explorer, token, signal),
  ]);
  if (outcome.failure !== undefined) {
    const { message, advice } = notRetried(outcome.failure);
    return { hits: [], message: `${message} ${advice}` };
  }
  const found = outcome.body.data as SearchResult[];
  const hits = [...found.map((each) => hitOf(each, explorer)), ...places.map(hitOfPlace)];
  return { hits, message: hits.length === 0 ? NOTHING_FOUND : '' };
}

/** A public token, which finds no places. */
let refused: string | undefined;

/** Finds places that are not cities. None without an internal token, or if that fails: the other hits are shown all the same. */
async function searchPlaces(
  { tokens, sender }: Explorer,
  text: string,
  signal: AbortSignal,
): Promise<readonly Place[]> {
  const token = tokens.for('internal');
  if (text.length < MIN_CHARACTERS || token === undefined || token === refused) return [];
  const outcome = await sender.send(findPlaces(text, ASKED_PLACES), signal);
  if (outcome.failure?.needsToken === true) refused = token;
  if (outcome.failure !== undefined) return [];
  const places = outcome.body.data as Place[];
  const others = places.filter(({ category }) => kindOf(category) !== 'town');
  // The order by popularity stays among those that begin with the text, and among the rest.
  const isBegun = ({ name }: Place) => name.toLowerCase().startsWith(text.toLowerCase());
  return others
    .sort((one, other) => Number(isBegun(other)) - Number(isBegun(one)))
    .slice(0, PLACES);
}

/** Returns what looks up the point or the land that a text means. */
async function placeOf(text: string): Promise<SearchHit | undefined> {
  const hit = {
    type: 'point',
    id: '',
    matchedName: null,
    detail: 'Look up here',
    population: null,
  } as const;
  const point = readCoordinates(text);
  if (point !== undefined) return { ...hit, name: `${point.latitude}, ${point.longitude}`, point };
  const land = readLandId(text);
  if (land === undefined) return undefined;
  // Without the library of cells the text is searched as a name.
  await loadCells().catch(() => undefined);
  return isLandId(land) ? { ...hit, name: land, point: middleOf(land) } : undefined;
}

/** Returns the centre of the map, or undefined if too much is in view. */
export function placeInView({ centre, zoom = 0 }: Camera): Point | undefined {
  if (zoom < NEAR_ZOOM) return undefined;
  // The service caches answers, and a small movement changes no ranking.
  const round = (degrees: number): number => Number(degrees.toFixed(1));
  return { latitude: round(centre.latitude), longitude: round(centre.longitude) };
}

function hitOf(found: SearchResult, explorer: Explorer): SearchHit {
  const { type, matched_name: matchedName } = found;
  const { language } = explorer;
  if (found.type === 'country') {
    const { id, name, continent, population } = found.country;
    return {
      type,
      id,
      name,
      matchedName,
      detail: `Country, ${continent}`,
      population,
      point: null,
    };
  }
  if (found.type === 'region') {
    const { id, name, latlng: point, bounds, country_id: country } = found.region;
    const detail = `Region, ${explorer.countryName(country)}`;
    return { type, id, name, matchedName, detail, population: null, point, bounds };
  }
  const { id, name, latlng: point, region_name: region, country_id: country, population } = found.city; // prettier-ignore
  const near = found.near && `near ${found.near}`;
  const around = [...new Set([near, region, explorer.countryName(country)])];
  // Distinguishes Singapore from its country.
  const detail = joined(language, [around.includes(name) ? 'City' : '', ...around]);
  return { type, id, name, matchedName, detail, population, point };
}

function hitOfPlace({ id, name, category, subtitle, latlng: point }: Place): SearchHit {
  const detail = [categoryName(category), subtitle].filter(Boolean).join(', ');
  return { type: 'place', id, name, matchedName: null, detail, population: null, point };
}
