import type { Position } from 'geojson';
import type { Point } from '../state/state.js';
import { angleBetween, degrees, radians } from './sphere.js';
import { unwrapLine } from './unwrap.js';

const PIECES = 64;

/** Returns the shortest line between two places. */
export function greatCircle(from: Point, to: Point): Position[] {
  const angle = angleBetween(from, to);
  const ends: Position[] = [from, to].map((end) => [end.longitude, end.latitude]);
  // Between a place and itself, or its antipode, there is no one line.
  if (Math.sin(angle) < 1e-9) return unwrapLine(ends);
  const [a, b] = [vectorOf(from), vectorOf(to)];
  const between = Array.from({ length: PIECES - 1 }, (_, index): Position => {
    const share = (index + 1) / PIECES;
    const [weightA, weightB] = [
      Math.sin((1 - share) * angle) / Math.sin(angle),
      Math.sin(share * angle) / Math.sin(angle),
    ];
    const [x, y, z] = [
      a.x * weightA + b.x * weightB,
      a.y * weightA + b.y * weightB,
      a.z * weightA + b.z * weightB,
    ];
    return [degrees(Math.atan2(y, x)), degrees(Math.atan2(z, Math.hypot(x, y)))];
  });
  const [first = [], last = []] = ends;
  return unwrapLine([first, ...between, last]);
}

function vectorOf({ latitude, longitude }: Point): { x: number; y: number; z: number } {
  const cosine = Math.cos(radians(latitude));
  return {
    x: cosine * Math.cos(radians(longitude)),
    y: cosine * Math.sin(radians(longitude)),
    z: Math.sin(radians(latitude)),
  };
}
