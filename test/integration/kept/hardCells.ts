import { cellToBoundary, cellToLatLng, cellToParent, getPentagons, latLngToCell } from 'h3-js';
import { readAtlas } from '../../../ingest/borders/atlas.js';
import { ISLETS } from '../../../ingest/borders/islets.js';
import { randomNumbers } from '../../support/borderPoints.js';
import { pick } from '../../support/random.js';
import { destination } from '../../support/sphere.js';

interface LatLng {
  latitude: number;
  longitude: number;
}

/** Of cells, the coarsest first, with about as many metres as they have across. */
const SIZES = [
  { resolution: 6, meters: 6_500 },
  { resolution: 8, meters: 950 },
  { resolution: 10, meters: 130 },
];
const COUNTS = { borders: 180, islands: 24, farNorth: 36, anywhere: 240 };
/** Of this latitude on, edges of borders are long in degrees, and Elasticsearch measures worse. */
const FAR_NORTH = 74;
const NEARBY_METERS = 7_500;

/** Enclaves, exclaves and the smallest states. */
const ENCLAVES: readonly LatLng[] = [
  [43.94, 12.46], [41.9034, 12.4534], [43.738, 7.425], [47.14, 9.52], [42.465, 1.98],
  [-29.61, 27.48], [-26.5, 31.5], [39.2, 45.4], [54.4, 20.0], [-5.55, 12.19], [36.14, -5.35],
  [35.89, -5.31], [26.2, 56.25], [25.28, 56.31], [4.6, 114.95], [13.45, -16.58], [22.2, 113.55],
  [18.04, -63.07], [9.2, 124.8], [51.45, 4.93],
].map(([latitude = NaN, longitude = NaN]) => ({ latitude, longitude })); // prettier-ignore

const LIMITS: readonly LatLng[] = [
  ...[-180, -179.99999, 179.99999, 180].flatMap((longitude) =>
    [-89.9, -84.6, -78, -16.8, -17.7, 0, 51.95, 65.5, 68.9, 71.1, 84.9, 89.9].map((latitude) => ({
      latitude,
      longitude,
    })),
  ),
  ...[-90, 90].flatMap((latitude) => [0, 77, 180].map((longitude) => ({ latitude, longitude }))),
];

/** Where so many cities are near that not all of them are candidates for the closest one. */
const CROWDED: readonly LatLng[] = [[-34.95, 138.645], [47.455, 8.568], [47.421, 8.426]].map(
  ([latitude = NaN, longitude = NaN]) => ({ latitude, longitude }),
); // prettier-ignore

/** Points of a cell, or of its edges. */
export interface HardCell {
  /** The same in all cells that lie in one of the coarsest resolution. */
  readonly seed: number;
  /** True if so many cities are near that most of them are left out of what is known of a cell. */
  readonly isCrowded: boolean;
  /** Inside, for whoever asks there several times. */
  readonly inside: readonly LatLng[];
  /** The centre, the corners, points next to them, the middles of the edges, and points inside. */
  readonly points: readonly LatLng[];
}

/**
 * Cells in which territories or closest cities are hard to judge, the same ones on every run: all
 * of a cell may be so far from where something changes as the cell is wide.
 */
export function hardCells(): HardCell[] {
  const random = randomNumbers(11);
  const vertices = atlasVertices();
  const north = vertices.filter(({ latitude }) => latitude > FAR_NORTH);
  const cells: string[] = [];
  /** Beside a border, or beside the line up to which a country is nearby. */
  const take = (places: readonly LatLng[], count: number): void => {
    for (let number = 0; number < count; number += 2) {
      const { resolution, meters } = sizeOf(number / 2);
      const place = pick(random, places);
      const bearing = 2 * Math.PI * random();
      const away = (number % 8 === 0 ? NEARBY_METERS : 0) + (random() + 0.5) * (meters + 400);
      // On the one side and on the other one.
      for (const heading of [bearing, bearing + Math.PI]) {
        const { latitude, longitude } = destination(place, heading, away);
        cells.push(latLngToCell(latitude, longitude, resolution));
      }
    }
  };
  take(vertices, COUNTS.borders);
  take(north, COUNTS.farNorth);
  take(ISLETS, COUNTS.islands);
  take(ENCLAVES, 2 * ENCLAVES.length);
  // Mostly at sea.
  const anywhere = Array.from({ length: COUNTS.anywhere }, () => ({
    latitude: (Math.asin(2 * random() - 1) * 180) / Math.PI,
    longitude: random() * 360 - 180,
  }));
  for (const [number, { latitude, longitude }] of [...anywhere, ...LIMITS].entries())
    cells.push(latLngToCell(latitude, longitude, sizeOf(number).resolution));
  for (const { resolution } of SIZES) cells.push(...getPentagons(resolution));
  const crowded = CROWDED.map(({ latitude, longitude }) => latLngToCell(latitude, longitude, 6));
  return [...cells, ...crowded].map((cell) => ({
    ...hardCell(cell, random),
    isCrowded: crowded.includes(cell),
  }));
}

/** Points as far from one place as from another, and beside them, closer together each time. */
export function pointsBetween(
  one: LatLng,
  other: LatLng,
  count: number,
  random: () => number,
): LatLng[] {
  const latitude = (one.latitude + other.latitude) / 2;
  const longitude = (one.longitude + other.longitude) / 2;
  const shrink = Math.cos((latitude * Math.PI) / 180);
  // Across the line between the two, in degrees of latitude.
  const across = [(other.longitude - one.longitude) * shrink, one.latitude - other.latitude];
  const length = Math.hypot(...across);
  const [north = 0, east = 0] = across.map((part) => (length === 0 ? 0 : part / length));
  return Array.from({ length: count }, (_, number) => {
    const along = (random() - 0.5) * 0.004;
    const aside = number % 3 === 0 ? 0 : (random() - 0.5) * 10 ** -(number % 6);
    return {
      latitude: latitude + along * north + (aside * -east) / 100,
      longitude: longitude + (along * east + (aside * north) / 100) / shrink,
    };
  });
}

function hardCell(cell: string, random: () => number): Omit<HardCell, 'isCrowded'> {
  const [latitude, longitude] = cellToLatLng(cell);
  const centre = { latitude, longitude };
  const corners = cellToBoundary(cell).map(([lat, lng]) => ({
    latitude: lat,
    // On the same side of ±180° as the centre.
    longitude: lng + 360 * Math.round((longitude - lng) / 360),
  }));
  const edges = corners.map((from, number) => ({
    from,
    to: corners[(number + 1) % corners.length] ?? from,
  }));
  const inside = (): LatLng => {
    const { from, to } = pick(random, edges);
    return within(between(centre, between(from, to, random()), 0.99 * Math.sqrt(random())));
  };
  return {
    seed: Number(BigInt(`0x${cellToParent(cell, 6)}`) % 9_973n),
    inside: Array.from({ length: 7 }, inside),
    points: [
      centre,
      ...corners.map(within),
      ...corners.map((corner) => within(between(centre, corner, 0.999999))),
      ...edges.map(({ from, to }) => within(between(from, to, 0.5))),
      ...Array.from({ length: 14 }, inside),
    ],
  };
}

const sizeOf = (number: number) => SIZES[number % SIZES.length] ?? { resolution: 6, meters: 0 };

function between(from: LatLng, to: LatLng, share: number): LatLng {
  return {
    latitude: from.latitude + share * (to.latitude - from.latitude),
    longitude: from.longitude + share * (to.longitude - from.longitude),
  };
}

function within({ latitude, longitude }: LatLng): LatLng {
  return {
    latitude: Math.max(-90, Math.min(90, latitude)),
    longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude,
  };
}

/** The points where borders bend, of all countries. */
function atlasVertices(): LatLng[] {
  const { arcs, transform } = readAtlas();
  if (transform === undefined) throw new Error('the atlas has no grid');
  const { scale, translate } = transform;
  return arcs.flatMap((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx = 0, dy = 0]) => {
      x += dx;
      y += dy;
      return within({
        latitude: y * scale[1] + translate[1],
        longitude: x * scale[0] + translate[0],
      });
    });
  });
}
