import { expect, test } from '@jest/globals';
import type { Position } from 'geojson';
import { borderText, ringsIn } from '../../../../ingest/borders/packed.js';

const GRID = 1e7;

/** Returns the distance of a point from an edge, in degrees. */
function toEdge([x = 0, y = 0]: Position, [fromX = 0, fromY = 0]: Position, [toX = 0, toY = 0]: Position): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const along = Math.max(0, Math.min(1, ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - fromX - along * dx, y - fromY - along * dy);
} // prettier-ignore

test.each([
  ['a straight edge with many points on it', 0.01, 400, 4],
  ['a gentle curve, of which no point is far from the line between its neighbours', 3, 20_000, 20_000],
])('%s', (_, radius, points, most) => {
  // A circle, or a square of straight edges.
  const ring: Position[] = Array.from({ length: points }, (_each, at) => {
    const turn = (2 * Math.PI * at) / points;
    if (points > 400) return [radius * Math.cos(turn), radius * Math.sin(turn)];
    const [side, along] = [Math.floor((4 * at) / points), ((4 * at) / points) % 1];
    return [[along, 0], [1, along], [1 - along, 1], [0, 1 - along]][side]?.map((each) => each * radius) ?? [];
  });
  const [kept = []] = ringsIn(borderText({ type: 'MultiPolygon', coordinates: [[[...ring, ring[0] ?? []]]] }));
  const corners = kept.map(({ x, y }) => [x / GRID, y / GRID]);
  expect(corners.length).toBeLessThanOrEqual(most);
  const edges = corners.map((to, at) => [corners.at(at - 1) ?? to, to] as const);
  // On a grid of a centimetre. Where a ring begins, two edges of it add up.
  for (const point of ring.filter((_each, at) => at % 37 === 0))
    expect(Math.min(...edges.map(([from, to]) => toEdge(point, from, to)))).toBeLessThan(10 / GRID);
}); // prettier-ignore
