import { ClipType, FillRule, type Path64, type Paths64 } from 'clipper2-ts';
import { maxBy } from 'es-toolkit/array';
import { sum, sumBy } from 'es-toolkit/math';
import { type Box, overlap } from '../../core/geo/box.js';
import {
  distanceKm,
  EARTH_RADIUS_KM,
  type Point,
  RADIANS_PER_DEGREE,
} from '../../core/geo/point.js';
import { boxOf, polygonsBy, toPosition } from './grid.js';

/** 90 % of the length of the built-in borders is within this distance of the true ones. */
export const ACCURACY_KM = 2.5;
/** A country that has lost more of its land, and gained as much, was drawn elsewhere. */
const ALL = 0.9;
/** Land that a country gained in smaller pieces covers no other country. Vatican City has 0.4 km². */
const LEAST_KM2 = 0.2;

/** Polygons on the grid, their area and the length of their rings. */
interface Piece {
  rings: Paths64;
  km2: number;
  km: number;
}

/** A border that is compared with others. */
export type Border = Piece & { box: Box };

/** The differences of a country's new border from the one before. */
export interface BorderChange {
  id: string;
  /** The length of the border, and its points: before and after. */
  km: [before: number, after: number];
  points: [before: number, after: number];
  /** How far it moved to both sides, on average over its length. A border that only lost or only gained has not moved. */
  movedKm: number;
  /** The land that it lost beyond its accuracy: the share of its area, and the largest piece. */
  lostShare: number;
  lostKm2: number;
  lostAt: Point;
  /** The country of whose land it newly covers the largest share. */
  covered: { id: string; share: number };
}

export function borderOfRings(rings: Paths64): Border {
  return { ...measured(rings), box: boxOf(rings) };
}

/** Compares the border of a country with the one before. @param others the new borders of all countries */
export function compareBorder(
  id: string,
  was: Border,
  is: Border,
  others: ReadonlyMap<string, Border>,
): BorderChange {
  const [before, after] = [was.rings, is.rings];
  const lost = piecesOf(ClipType.Difference, before, after);
  const gained = piecesOf(ClipType.Difference, after, before);
  const [lostKm2, gainedKm2] = [lost, gained].map((all) => sumBy(all, ({ km2 }) => km2)) as [number, number]; // prettier-ignore
  const islands = new Set(before.map((ring) => areaOf(ring).toFixed(4)));
  const isElsewhere = lostKm2 > was.km2 * ALL && gainedKm2 > lostKm2 / 2;
  const strips = (2 * Math.min(lostKm2, gainedKm2)) / (was.km || Infinity);
  // Strips along a border that moved are no lost parts.
  const width = Math.max(ACCURACY_KM, 2 * strips);
  const beyond = lost.map((piece) => ({ piece, km2: withoutStrip(piece, width, islands) }));
  const largest = maxBy(beyond, ({ km2 }) => km2);
  return {
    id,
    km: [was.km, is.km],
    points: [before.flat().length, after.flat().length],
    movedKm: Math.max(isElsewhere ? distanceKm(middleOf(was.box), middleOf(is.box)) : 0, strips),
    lostShare: sumBy(beyond, ({ km2 }) => km2) / (was.km2 || Infinity),
    lostKm2: largest?.km2 ?? 0,
    lostAt: middleOf(largest ? boxOf(largest.piece.rings) : was.box),
    covered: coveredBy(id, gained, others),
  };
}

/** Returns the area of a lost piece without a strip along its border. An island that is lost counts as a whole. */
function withoutStrip(
  { rings, km2, km }: Piece,
  width: number,
  islands: ReadonlySet<string>,
): number {
  const isIsland = rings.length === 1 && islands.has(km2.toFixed(4));
  return isIsland ? km2 : Math.max(0, km2 - (width * km) / 2);
}

function coveredBy(id: string, gained: readonly Piece[], others: ReadonlyMap<string, Border>) {
  let covered = { id: '', share: 0 };
  const rings = gained.flatMap((piece) => (piece.km2 < LEAST_KM2 ? [] : piece.rings));
  const boxes = rings.map((ring) => boxOf([ring]));
  const all = boxOf(rings);
  for (const [other, border] of others) {
    if (other === id || rings.length === 0 || !overlap(all, border.box)) continue;
    const near = rings.filter((_, at) => overlap(boxes[at] ?? all, border.box));
    const common = sumBy(piecesOf(ClipType.Intersection, near, border.rings), ({ km2 }) => km2);
    const share = common / border.km2;
    if (share > covered.share) covered = { id: other, share };
  }
  return covered;
}

function piecesOf(type: ClipType, rings: Paths64, clip: Paths64): Piece[] {
  return polygonsBy(type, rings, clip, FillRule.NonZero).map(measured);
}

function measured(rings: Paths64): Piece {
  return { rings, km2: sumBy(rings, areaOf), km: sumBy(rings, lengthOf) };
}

/** Returns the area of a ring in km², of a hole below 0. */
function areaOf(ring: Path64): number {
  const doubled = sumEdges(
    ring,
    (from, to) => (to.x - from.x) * (Math.sin(from.y) + Math.sin(to.y)),
  );
  return (-doubled / 2) * EARTH_RADIUS_KM ** 2;
}

function lengthOf(ring: Path64): number {
  const metric = (from: Radians, to: Radians) =>
    Math.hypot((to.x - from.x) * Math.cos((from.y + to.y) / 2), to.y - from.y);
  return sumEdges(ring, metric) * EARTH_RADIUS_KM;
}

interface Radians {
  x: number;
  y: number;
}

function sumEdges(ring: Path64, valueOf: (from: Radians, to: Radians) => number): number {
  const points = ring.map((point): Radians => {
    const [longitude = 0, latitude = 0] = toPosition(point);
    return { x: longitude * RADIANS_PER_DEGREE, y: latitude * RADIANS_PER_DEGREE };
  });
  return sum(points.map((to, at) => valueOf(points.at(at - 1) ?? to, to)));
}

function middleOf({ west, south, east, north }: Box): Point {
  return { latitude: (south + north) / 2, longitude: (west + east) / 2 };
}
