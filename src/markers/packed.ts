import { sumBy } from 'es-toolkit/math';
import { EARTH_RADIUS_KM, squaredChord, type Vector, vectorOf } from '../../core/geo/point.js';
import type { MarkerDocument } from '../../indices/markers.js';

/** A marker, and its squared straight distance from a point in earth radii. */
export interface Near {
  readonly document: MarkerDocument;
  readonly chord: number;
}

/** Numbers of a marker: longitude, latitude, and its vector. */
const NUMBERS = 5;
/** A marker takes this much beside the characters of its id: measured in Node 20. */
const MARKER_BYTES = 90;
const LAND_BYTES = 50;

/** Markers in columns, because an object for each takes four times the memory. */
export class PackedMarkers {
  readonly #ids: readonly string[];
  readonly #landIds: readonly string[];
  readonly #numbers: readonly number[];
  /** Estimates its memory. */
  readonly bytes: number;

  constructor(documents: readonly MarkerDocument[]) {
    // The markers of a land share its id.
    const lands = new Map(documents.map(({ land_id: id }) => [id, id]));
    this.#ids = documents.map(({ id }) => id);
    this.#landIds = documents.map(({ land_id: id }) => lands.get(id) ?? id);
    const numbers = documents.flatMap(({ location }) => {
      const { x, y, z } = positionOf(location);
      return [...location, x, y, z];
    });
    // A copy, because an array that has grown takes up to twice its length.
    this.#numbers = numbers.slice();
    const characters = sumBy(documents, ({ id }) => id.length);
    this.bytes = documents.length * MARKER_BYTES + characters + lands.size * LAND_BYTES;
  }

  /**
   * Adds the markers close to a point to a list.
   * @param most the largest squared straight distance
   */
  addNear(from: Vector, most: number, list: Near[]): void {
    const numbers = this.#numbers;
    this.#ids.forEach((id, at) => {
      const first = NUMBERS * at;
      const numberAt = (column: number): number => numbers[first + column] ?? 0;
      const position = { x: numberAt(2), y: numberAt(3), z: numberAt(4) };
      const chord = squaredChord(position, from);
      if (chord > most) return;
      const location: MarkerDocument['location'] = [numberAt(0), numberAt(1)];
      list.push({ document: { id, land_id: this.#landIds[at] ?? '', location }, chord });
    });
  }
}

/** Returns a marker with its distance from a point. */
export function nearOf(document: MarkerDocument, from: Vector): Near {
  return { document, chord: squaredChord(positionOf(document.location), from) };
}

/** Sorts markers by distance, then by id. */
export function inOrder(markers: Near[]): MarkerDocument[] {
  markers.sort((a, b) => a.chord - b.chord || (a.document.id < b.document.id ? -1 : 1));
  return markers.map(({ document }) => document);
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
  return Math.floor(degrees / step) * step;
}
