import type { SearchResult } from '../../client/src/routes.js';
import { notRetried } from '../api/failures.js';
import type { Camera, Point } from '../address.js';
import { findNamed } from '../api/requests.js';
import { readCoordinates, readLandId } from '../../shared/coordinates.js';
import { tokenOf } from '../../shared/typing.js';
import { isLandId, loadCells, middleOf } from '../map/cells.js';
import type { Explorer } from '../model/explorer.js';

const HITS = 8;
/** About 1,000 km are in view. Nearness counts half at 300 km. */
const NEAR_ZOOM = 6;

/** A country, a city or a point in the search results. */
export interface SearchHit {
  readonly id: string;
  readonly name: string;
  /** The name that matched, if it is not the one shown. */
  readonly matchedName: string | null;
  /** Distinguishes entities of the same name. */
  readonly detail: string;
  /** Null for a country. */
  readonly point: Point | null;
}

export interface SearchOutcome {
  readonly hits: readonly SearchHit[];
  /** Shown if there are no hits, else empty. */
  readonly message: string;
}

/**
 * Finds countries and cities by what the visitor types, or the point or land that it means.
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
  const request = findNamed(tokenOf(text), language, HITS, placeInView(address.camera));
  const outcome = await sender.send(request, signal);
  if (outcome.failure !== undefined) {
    const { message, advice } = notRetried(outcome.failure);
    return { hits: [], message: `${message} ${advice}` };
  }
  const found = outcome.body.data as SearchResult[];
  return {
    hits: found.map((each) => hitOf(each, explorer)),
    message: found.length === 0 ? 'Nothing found.' : '',
  };
}

/** Returns what looks up the point or the land that a text means. */
async function placeOf(text: string): Promise<SearchHit | undefined> {
  const hit = { id: '', matchedName: null, detail: 'Look up here' };
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
  const { matched_name: matchedName } = found;
  if (found.type === 'country') {
    const { id, name, continent } = found.country;
    return { id, name, matchedName, detail: continent, point: null };
  }
  const { id, name, latlng: point, region_name: region, country_id: country } = found.city;
  const detail = [region, explorer.countryName(country)].filter(Boolean).join(', ');
  return { id, name, matchedName, detail, point };
}
