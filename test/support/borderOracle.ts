import type { MultiPolygon, Position } from 'geojson';

/** What the oracle reads of a country. */
export interface BorderedCountry {
  id: string;
  border: MultiPolygon;
}

/** A place on the globe in degrees. */
export interface LatLng {
  latitude: number;
  longitude: number;
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

const EARTH_RADIUS_METERS = 6_371_008.8;
/** How far the oracle looks for borders. */
export const REACH_METERS = 15_000;
const LONGEST_EDGE_METERS = 2_000;
/** A point and an edge within reach of it are in neighbouring cells. */
const CELL_METERS = REACH_METERS + LONGEST_EDGE_METERS / 2;
const CELLS_PER_AXIS = 2 * Math.ceil(EARTH_RADIUS_METERS / CELL_METERS) + 3;
const ROWS_PER_DEGREE = 4;

/**
 * Says which countries hold a point and how far it is from every border near it, by brute force
 * over a grid: no projection, nothing of the production code, nothing of Elasticsearch.
 *
 * Edges are straight in degrees. At no more than 2 km, they differ from great circles by less
 * than a metre everywhere but in sight of a pole. Distances are measured through the globe, from
 * the point to the chord of the edge, which is right at the antimeridian and at the poles alike.
 */
export class BorderOracle {
  readonly #ids: string[] = [];
  /** Of every edge, the number of its country. */
  readonly #owners: number[] = [];
  /** Of every edge, longitude and latitude of its two ends. */
  readonly #degrees: number[] = [];
  /** Of every edge, its two ends in space, in metres from the centre of the globe. */
  readonly #ends: number[] = [];
  /** Edges by the cell of a grid in space that their middle is in. */
  readonly #cells = new Map<number, number[]>();
  /** Edges by the band of latitudes they touch and their country. */
  readonly #rows = new Map<number, Map<number, number[]>>();

  constructor(countries: Iterable<BorderedCountry>) {
    for (const { id, border } of countries) {
      const owner = this.#ids.push(id) - 1;
      for (const ring of border.coordinates.flat()) {
        ring.slice(1).forEach((to, index) => {
          this.#add(owner, ring[index] ?? to, to);
        });
      }
    }
  }

  #add(
    owner: number,
    [west = NaN, south = NaN]: Position,
    [east = NaN, north = NaN]: Position,
  ): void {
    const edge = this.#owners.push(owner) - 1;
    this.#degrees.push(west, south, east, north);
    const lowest = Math.floor(Math.min(south, north) * ROWS_PER_DEGREE);
    const highest = Math.floor(Math.max(south, north) * ROWS_PER_DEGREE);
    for (let row = lowest; row <= highest; row += 1) {
      const byOwner = this.#rows.get(row) ?? new Map<number, number[]>();
      this.#rows.set(row, byOwner.set(owner, append(byOwner.get(owner), edge)));
    }
    const [x, y, z] = inSpace(south, west);
    const [toX, toY, toZ] = inSpace(north, east);
    this.#ends.push(x, y, z, toX, toY, toZ);
    if (isSeam(west, south, east, north)) return;
    const key = cellKey(cell((x + toX) / 2), cell((y + toY) / 2), cell((z + toZ) / 2));
    this.#cells.set(key, append(this.#cells.get(key), edge));
  }

  /**
   * The countries that hold the point, and those whose border is within reach of it, by id. On
   * the border itself, `inside` is either.
   */
  judge(point: LatLng): Map<string, Judgement> {
    const judgements = new Map<string, Judgement>();
    for (const [owner, distanceMeters] of this.#distances(point)) {
      judgements.set(this.#id(owner), { inside: false, distanceMeters });
    }
    for (const owner of this.#holding(point)) {
      const distanceMeters = judgements.get(this.#id(owner))?.distanceMeters ?? Infinity;
      judgements.set(this.#id(owner), { inside: true, distanceMeters });
    }
    return judgements;
  }

  /** The edges that are real borders, without those where a country is cut at ±180° or a pole. */
  *edges(): Generator<BorderEdge, void, undefined> {
    for (let edge = 0; edge < this.#owners.length; edge += 1) {
      const [west = NaN, south = NaN, east = NaN, north = NaN] = this.#degrees.slice(
        4 * edge,
        4 * edge + 4,
      );
      if (isSeam(west, south, east, north)) continue;
      yield {
        id: this.#id(this.#owners[edge] ?? NaN),
        from: { latitude: south, longitude: west },
        to: { latitude: north, longitude: east },
      };
    }
  }

  #id(owner: number): string {
    return this.#ids[owner] ?? '';
  }

  #distances({ latitude, longitude }: LatLng): Map<number, number> {
    const nearest = new Map<number, number>();
    const point = inSpace(latitude, longitude);
    const [x, y, z] = [cell(point[0]), cell(point[1]), cell(point[2])];
    for (let key = 0; key < 27; key += 1) {
      const neighbour = cellKey(x + (key % 3) - 1, y + (Math.floor(key / 3) % 3) - 1, z + Math.floor(key / 9) - 1); // prettier-ignore
      for (const edge of this.#cells.get(neighbour) ?? []) {
        const chord = distanceToChord(point, this.#ends, 6 * edge);
        const distance = 2 * EARTH_RADIUS_METERS * Math.asin(chord / (2 * EARTH_RADIUS_METERS));
        const owner = this.#owners[edge] ?? NaN;
        if (distance < (nearest.get(owner) ?? REACH_METERS)) nearest.set(owner, distance);
      }
    }
    return nearest;
  }

  /** By counting the edges that a parallel crosses eastwards of the point. */
  #holding({ latitude, longitude }: LatLng): Set<number> {
    const holding = new Set<number>();
    const degrees = this.#degrees;
    // A country that reaches the antimeridian has edges on both of its longitudes.
    const longitudes = Math.abs(longitude) === 180 ? [-180] : [longitude];
    for (const [owner, edges] of this.#rows.get(Math.floor(latitude * ROWS_PER_DEGREE)) ?? []) {
      for (const eastwardsOf of longitudes) {
        let crossings = 0;
        for (const edge of edges) {
          const south = degrees[4 * edge + 1] ?? NaN;
          const north = degrees[4 * edge + 3] ?? NaN;
          if (south > latitude === north > latitude) continue;
          const west = degrees[4 * edge] ?? NaN;
          const east = degrees[4 * edge + 2] ?? NaN;
          const crossing = west + ((latitude - south) / (north - south)) * (east - west);
          if (crossing > eastwardsOf) crossings += 1;
        }
        if (crossings % 2 === 1) holding.add(owner);
      }
    }
    return holding;
  }
}

function append(numbers: number[] | undefined, added: number): number[] {
  if (numbers === undefined) return [added];
  numbers.push(added);
  return numbers;
}

function isSeam(west: number, south: number, east: number, north: number): boolean {
  return (Math.abs(west) === 180 && west === east) || (Math.abs(south) === 90 && south === north);
}

function inSpace(latitude: number, longitude: number): [x: number, y: number, z: number] {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  const axisDistance = EARTH_RADIUS_METERS * Math.cos(phi);
  return [axisDistance * Math.cos(lambda), axisDistance * Math.sin(lambda), EARTH_RADIUS_METERS * Math.sin(phi)]; // prettier-ignore
}

function cell(meters: number): number {
  return Math.floor(meters / CELL_METERS) + Math.floor(CELLS_PER_AXIS / 2);
}

function cellKey(x: number, y: number, z: number): number {
  return (x * CELLS_PER_AXIS + y) * CELLS_PER_AXIS + z;
}

/** From a point in space to the edge whose two ends begin at that place of the list. */
function distanceToChord(
  [x, y, z]: readonly [number, number, number],
  ends: number[],
  start: number,
): number {
  const [fromX, fromY, fromZ] = [
    ends[start] ?? NaN,
    ends[start + 1] ?? NaN,
    ends[start + 2] ?? NaN,
  ];
  const dx = (ends[start + 3] ?? NaN) - fromX;
  const dy = (ends[start + 4] ?? NaN) - fromY;
  const dz = (ends[start + 5] ?? NaN) - fromZ;
  const lengthSquared = dx * dx + dy * dy + dz * dz;
  const along = (x - fromX) * dx + (y - fromY) * dy + (z - fromZ) * dz;
  const share = lengthSquared === 0 ? 0 : Math.min(1, Math.max(0, along / lengthSquared));
  return Math.hypot(x - fromX - share * dx, y - fromY - share * dy, z - fromZ - share * dz);
}
