import { sumBy } from 'es-toolkit/math';
import {
  EARTH_RADIUS_KM,
  type Point,
  RADIANS_PER_DEGREE,
  squaredChord,
  type Vector,
  vectorOf,
} from '../../core/geo/point.js';
import type { MarkerDocument } from '../../indices/markers.js';
import { fromLatin1, toLatin1 } from '../lookups/cache/packedJson.js';
import type { FindByRadius } from './params.js';
import { ROUNDING_METERS } from './queries.js';

/** A marker, and its squared straight distance from a point in earth radii. */
export interface Near {
  readonly document: MarkerDocument;
  readonly chord: number;
}

/** The surroundings of a point, up to a distance. */
export interface Reach {
  readonly point: Point;
  readonly from: Vector;
  /** The largest squared straight distance. */
  readonly most: number;
  /** The largest difference of latitudes. */
  readonly degrees: number;
}

/** The characters of a land's id. */
const LAND_CHARACTERS = 15;
/** A marker takes this much beside the bytes of its ids: measured in Node 20. */
const MARKER_BYTES = 24;
const CELL_BYTES = 120;
/** Numbers of a marker: longitude, latitude, and where its text ends. */
const NUMBERS = 3;

/** Markers in columns and one text, because an object for each takes eight times the memory. */
export class PackedMarkers {
  /** The id of each marker and of its land: a `latin1` string of UTF-8 bytes. */
  readonly #text: string;
  readonly #isAscii: boolean;
  /** Not a typed array, which takes 200 bytes more: many cells hold a few markers only. */
  readonly #numbers: readonly number[];
  /** Estimates its memory. */
  readonly bytes: number;

  constructor(documents: readonly MarkerDocument[]) {
    const texts = documents.map(({ id, land_id: landId }) => `${id}${landId}`);
    this.#text = toLatin1(texts.join(''));
    this.#isAscii = this.#text.length === sumBy(texts, ({ length }) => length);
    let end = 0;
    const numbers = documents.flatMap(({ location }, at) => {
      end += Buffer.byteLength(texts[at] ?? '');
      return [...location, end];
    });
    // A copy, because an array that has grown takes up to twice its length.
    this.#numbers = numbers.slice();
    this.bytes = documents.length * MARKER_BYTES + this.#text.length + CELL_BYTES;
  }

  /** Adds the markers within reach to a list. */
  addNear({ point, from, most, degrees }: Reach, list: Near[]): void {
    const numbers = this.#numbers;
    for (let at = 0; at < numbers.length; at += NUMBERS) {
      const latitude = numbers[at + 1] ?? NaN;
      if (Math.abs(latitude - point.latitude) > degrees) continue;
      const location: MarkerDocument['location'] = [numbers[at] ?? NaN, latitude];
      const chord = squaredChord(positionOf(location), from);
      if (chord > most) continue;
      const ids = this.#idsIn(numbers[at - 1] ?? 0, numbers[at + 2] ?? 0);
      list.push({ document: { ...ids, location }, chord });
    }
  }

  #idsIn(start: number, end: number): Pick<MarkerDocument, 'id' | 'land_id'> {
    const latin1 = this.#text.slice(start, end);
    const text = this.#isAscii ? latin1 : fromLatin1(latin1);
    return { id: text.slice(0, -LAND_CHARACTERS), land_id: text.slice(-LAND_CHARACTERS) };
  }
}

/** Returns the surroundings of a point. */
export function reachOf({
  point,
  radiusMeters,
}: Pick<FindByRadius, 'point' | 'radiusMeters'>): Reach {
  const kilometers = (radiusMeters + ROUNDING_METERS) / 1_000;
  return {
    point,
    from: vectorOf(point),
    most: squaredChordOf({ radiusMeters }),
    degrees: kilometers / EARTH_RADIUS_KM / RADIANS_PER_DEGREE,
  };
}

/** Returns a marker with its distance from a point. */
export function nearOf(document: MarkerDocument, from: Vector): Near {
  return { document, chord: squaredChord(positionOf(document.location), from) };
}

/** Sorts markers by distance, then by id. */
export function inOrder(markers: Near[]): MarkerDocument[] {
  markers.sort((a, b) => a.chord - b.chord || compareBytes(a.document.id, b.document.id));
  return markers.map(({ document }) => document);
}

/** Compares texts as Elasticsearch does. */
function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Returns the squared straight distance, in earth radii, of points that are a radius apart. */
export function squaredChordOf({ radiusMeters }: { readonly radiusMeters: number }): number {
  return (2 * Math.sin(radiusMeters / (2_000 * EARTH_RADIUS_KM))) ** 2;
}

/** Rounds a position as Elasticsearch does, so that answers are the same with and without a cache. */
function positionOf([longitude, latitude]: MarkerDocument['location']): Vector {
  return vectorOf({ latitude: rounded(latitude, 180), longitude: rounded(longitude, 360) });
}

function rounded(degrees: number, range: number): number {
  const step = range / 2 ** 32;
  return Math.min(Math.floor(degrees / step), 2 ** 31 - 1) * step;
}
