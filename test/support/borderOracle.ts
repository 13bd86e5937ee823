import Flatbush from 'flatbush';
import type { MultiPolygon, Position } from 'geojson';
import { EARTH_RADIUS_METERS, type LatLng, onUnitSphere, radians } from './sphere.js';

/** What the oracle reads of a country. */
export interface BorderedCountry {
  id: string;
  border: MultiPolygon;
}

/** How a point lies to one country. */
export interface Judgement {
  /** Whether the country's border holds the point. */
  inside: boolean;
  /** To the nearest point of the border, from either side; Infinity when out of reach. */
  distanceMeters: number;
}

/** An edge of a border, the country on its left hand. */
export interface BorderEdge {
  id: string;
  from: LatLng;
  to: LatLng;
}

interface Edge {
  readonly id: string;
  readonly from: Position;
  readonly to: Position;
  /** Computed when a point is near it for the first time. */
  ends?: readonly [Vector, Vector];
}

/** How far the oracle looks for borders. */
export const REACH_METERS = 15_000;
const REACH_RADIANS = REACH_METERS / EARTH_RADIUS_METERS;

/**
 * Says which countries hold a point and how far it is from every border near it, by comparing it with
 * all edges there: no projection, nothing of the production code, nothing of Elasticsearch.
 *
 * Edges are straight in degrees. At no more than 2 km, they differ from great circles by less than a
 * metre everywhere but in sight of a pole. Distances are measured through the globe, from the point to
 * the chord of the edge, which is right at the antimeridian and at the poles alike.
 */
export class BorderOracle {
  readonly #edges: Edge[] = [];
  readonly #index: Flatbush;

  constructor(countries: Iterable<BorderedCountry>) {
    for (const { id, border } of countries) {
      for (const ring of border.coordinates.flat()) {
        ring.slice(1).forEach((to, at) => this.#edges.push({ id, from: ring[at] ?? to, to }));
      }
    }
    this.#index = new Flatbush(this.#edges.length);
    for (const { from: [x = NaN, y = NaN], to: [toX = NaN, toY = NaN] } of this.#edges) {
      this.#index.add(Math.min(x, toX), Math.min(y, toY), Math.max(x, toX), Math.max(y, toY));
    } // prettier-ignore
    this.#index.finish();
  }

  /**
   * The countries that hold the point, and those whose border is within reach of it, by id. On
   * the border itself, `inside` is either.
   */
  judge(point: LatLng): Map<string, Judgement> {
    const judgements = new Map<string, Judgement>();
    const place = onUnitSphere(point);
    for (const edge of this.#near(point)) {
      const { id, from, to } = edge;
      if (isSeam(from, to)) continue;
      edge.ends ??= [toSpace(from), toSpace(to)];
      const chord = distanceToChord(place, ...edge.ends);
      const distanceMeters = 2 * EARTH_RADIUS_METERS * Math.asin(chord / 2);
      const known = judgements.get(id)?.distanceMeters ?? REACH_METERS;
      if (distanceMeters < known) judgements.set(id, { inside: false, distanceMeters });
    }
    for (const id of this.#holding(point)) {
      const distanceMeters = judgements.get(id)?.distanceMeters ?? Infinity;
      judgements.set(id, { inside: true, distanceMeters });
    }
    return judgements;
  }

  /** The edges that are real borders, without those where a country is cut at ±180° or a pole. */
  *edges(): Generator<BorderEdge, void, undefined> {
    for (const { id, from, to } of this.#edges) {
      if (!isSeam(from, to)) yield { id, from: toLatLng(from), to: toLatLng(to) };
    }
  }

  /** Finds all edges within reach, and others. */
  #near({ latitude, longitude }: LatLng): Edge[] {
    const height = degrees(REACH_RADIANS);
    const [south, north] = [latitude - height, latitude + height];
    const isAtPole = south < -89.5 || north > 89.5;
    const width = isAtPole ? 360 : degrees(Math.asin(Math.sin(REACH_RADIANS) / Math.cos(radians(latitude)))); // prettier-ignore
    const found: Edge[] = [];
    for (const turn of isAtPole ? [0] : [-360, 0, 360]) {
      const west = longitude + turn - width;
      for (const at of this.#index.search(west, south, west + 2 * width, north)) {
        const edge = this.#edges[at];
        if (edge !== undefined) found.push(edge);
      }
    }
    return found;
  }

  /** By counting the edges that a parallel crosses eastwards of the point. */
  #holding({ latitude, longitude }: LatLng): string[] {
    // A country that reaches the antimeridian has edges on both of its longitudes.
    const x = Math.abs(longitude) === 180 ? -180 : longitude;
    const crossings = new Map<string, number>();
    for (const edge of this.#index.search(x, latitude, 180, latitude)) {
      const { id = '', from = [], to = [] } = this.#edges[edge] ?? {};
      const [west = NaN, south = NaN] = from;
      const [east = NaN, north = NaN] = to;
      if (south > latitude === north > latitude) continue;
      const crossing = west + ((latitude - south) / (north - south)) * (east - west);
      if (crossing > x) crossings.set(id, (crossings.get(id) ?? 0) + 1);
    }
    return [...crossings].flatMap(([id, count]) => (count % 2 === 1 ? [id] : []));
  }
}

const degrees = (angle: number): number => (angle * 180) / Math.PI;

const toLatLng = ([longitude = NaN, latitude = NaN]: Position): LatLng => ({ latitude, longitude });

const toSpace = (position: Position) => onUnitSphere(toLatLng(position));

function isSeam([west = NaN, south = NaN]: Position, [east, north]: Position): boolean {
  return (Math.abs(west) === 180 && west === east) || (Math.abs(south) === 90 && south === north);
}

type Vector = readonly [x: number, y: number, z: number];

function distanceToChord([x, y, z]: Vector, [fromX, fromY, fromZ]: Vector, to: Vector): number {
  const [dx, dy, dz] = [to[0] - fromX, to[1] - fromY, to[2] - fromZ];
  const lengthSquared = dx * dx + dy * dy + dz * dz;
  const along = (x - fromX) * dx + (y - fromY) * dy + (z - fromZ) * dz;
  const share = lengthSquared === 0 ? 0 : Math.min(1, Math.max(0, along / lengthSquared));
  const awayX = x - fromX - share * dx;
  const awayY = y - fromY - share * dy;
  const awayZ = z - fromZ - share * dz;
  // Math.hypot takes several times as long.
  return Math.sqrt(awayX ** 2 + awayY ** 2 + awayZ ** 2);
}
