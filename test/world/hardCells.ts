import { cellToBoundary, cellToLatLng, cellToParent, getPentagons, latLngToCell } from 'h3-js';
import { builtInPolygons } from '../../ingest/borders/builtIn.js';
import { countryCodes } from '../../ingest/reference/iso.js';
import { pick, seeded } from '../support/random.js';
import { destination } from '../support/sphere.js';

export interface LatLng {
  readonly latitude: number;
  readonly longitude: number;
}

/** The cached cells, and about how many metres they are wide. */
const SIZES = [
  { resolution: 6, meters: 6_500 },
  { resolution: 8, meters: 950 },
  { resolution: 10, meters: 130 },
];
const COUNTS = { borders: 48, farNorth: 12, anywhere: 36 };
/** From this latitude on, edges of borders are long in degrees, and Elasticsearch measures worse. */
const FAR_NORTH = 74;
const NEARBY_METERS = 7_500;

/** Enclaves, exclaves, the smallest states and islands. */
const ENCLAVES: readonly LatLng[] = [
  [43.94, 12.46], [41.9034, 12.4534], [43.738, 7.425], [47.14, 9.52], [-29.61, 27.48],
  [36.14, -5.35], [26.2, 56.25], [-5.55, 12.19], [18.04, -63.07], [51.45, 4.93], [-0.53, 166.93],
].map(([latitude = NaN, longitude = NaN]) => ({ latitude, longitude })); // prettier-ignore

/** The poles, the antimeridian, and places with so many cities that not all are candidates. */
const LIMITS: readonly LatLng[] = [
  [-90, 0], [90, 77], [-89.9, 180], [89.9, -180], [-16.8, 180], [-17.7, -179.99999], [65.5, 179.99999],
  [68.9, -180], [71.1, 180], [0, 180], [-84.6, -180], [-34.95, 138.645], [47.455, 8.568], [47.421, 8.426],
].map(([latitude = NaN, longitude = NaN]) => ({ latitude, longitude })); // prettier-ignore

export interface HardCell {
  /** The same for all cells in one of the largest cells. */
  readonly seed: number;
  /** The centre, the corners, points next to them, and points inside. */
  readonly points: readonly LatLng[];
}

/** Returns cells whose territory or closest city is hard to judge, the same ones on every run. */
export function hardCells(): HardCell[] {
  const random = seeded(11);
  const vertices = bordersVertices();
  const cells: string[] = [];
  /** On both sides of a border, or of the line up to which a country is nearby. */
  const take = (places: readonly LatLng[], count: number): void => {
    for (let number = 0; number < count; number += 2) {
      const { resolution, meters } = sizeOf(number / 2);
      const place = pick(random, places);
      const bearing = 2 * Math.PI * random();
      const away = (number % 4 === 0 ? NEARBY_METERS : 0) + (random() + 0.5) * (meters + 400);
      for (const heading of [bearing, bearing + Math.PI]) {
        const { latitude, longitude } = destination(place, heading, away);
        cells.push(latLngToCell(latitude, longitude, resolution));
      }
    }
  };
  take(vertices, COUNTS.borders);
  take(vertices.filter(({ latitude }) => latitude > FAR_NORTH), COUNTS.farNorth); // prettier-ignore
  take(ENCLAVES, 2 * ENCLAVES.length);
  const anywhere = Array.from({ length: COUNTS.anywhere }, () => ({
    latitude: (Math.asin(2 * random() - 1) * 180) / Math.PI,
    longitude: random() * 360 - 180,
  }));
  for (const [number, { latitude, longitude }] of [...anywhere, ...LIMITS].entries())
    cells.push(latLngToCell(latitude, longitude, sizeOf(number).resolution));
  cells.push(...getPentagons(6).slice(0, 3), ...getPentagons(8).slice(0, 3));
  return cells.map((cell) => hardCell(cell, random));
}

/** Returns points equally far from two places, and points ever closer to that line. */
export function pointsBetween(
  one: LatLng,
  other: LatLng,
  count: number,
  random: () => number,
): LatLng[] {
  const latitude = (one.latitude + other.latitude) / 2;
  const longitude = (one.longitude + other.longitude) / 2;
  const shrink = Math.cos((latitude * Math.PI) / 180);
  // The unit vector across the line between the two, in degrees of latitude.
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

function hardCell(cell: string, random: () => number): HardCell {
  const [latitude, longitude] = cellToLatLng(cell);
  const centre = { latitude, longitude };
  const corners = cellToBoundary(cell).map(([lat, lng]) => ({
    latitude: lat,
    // On the centre's side of the antimeridian.
    longitude: lng + 360 * Math.round((longitude - lng) / 360),
  }));
  const inside = (): LatLng => {
    const at = below(corners.length, random);
    const [from = centre, to = centre] = [corners[at], corners[(at + 1) % corners.length]];
    return within(between(centre, between(from, to, random()), 0.99 * Math.sqrt(random())));
  };
  return {
    seed: Number(BigInt(`0x${cellToParent(cell, 6)}`) % 9_973n),
    points: [
      centre,
      ...corners.map(within),
      ...corners.slice(0, 3).map((corner) => within(between(centre, corner, 0.999999))),
      ...Array.from({ length: 6 }, inside),
    ],
  };
}

const below = (count: number, random: () => number): number => Math.floor(random() * count);

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

/** The points where borders of all countries bend. */
function bordersVertices(): LatLng[] {
  const polygonsOf = builtInPolygons();
  return countryCodes().flatMap(({ id }) =>
    polygonsOf(id)
      .flat(2)
      .map(([longitude = NaN, latitude = NaN]) => ({ latitude, longitude })),
  );
}
