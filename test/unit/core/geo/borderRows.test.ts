import { describe, expect, test } from '@jest/globals';
import { range } from 'es-toolkit/math';
import { BorderRows } from '../../../../core/geo/borderRows.js';
import type { GridRings } from '../../../../core/geo/packedBorder.js';
import { below, seeded, SEED } from '../../../support/random.js';
import { anywhere, destination, haversineMeters, type LatLng } from '../../../support/sphere.js';

type Ring = readonly (readonly [longitude: number, latitude: number])[];

const RADIUS_METERS = 7_500;
const TOLERANCE_METERS = 20;
/** Both measure on small planes, not on the same ones. */
const slackOf = (meters: number): number => 1 + meters / 2_000;
/** Edges are straight in degrees, so a piece of an edge must be short to be measured on a plane. */
const PIECE_DEGREES = 0.02;

const toGrid = (ring: Ring): Int32Array =>
  Int32Array.from(ring.flat(), (degrees) => Math.round(degrees * 1e7));
const rowsOf = (areas: readonly (readonly Ring[])[]) =>
  BorderRows.of(areas.map((rings): GridRings => rings.map(toGrid)));
const at = ([longitude, latitude]: Ring[number]): LatLng => ({ latitude, longitude });
const box = (west: number, south: number, east: number, north: number): Ring =>
  [[west, south], [east, south], [east, north], [west, north]]; // prettier-ignore

function edgesOf(rings: readonly Ring[]) {
  return rings.flatMap((ring) => ring.map((from, place) => [from, ring[(place + 1) % ring.length] ?? from] as const)); // prettier-ignore
}

function isInside(rings: readonly Ring[], { latitude, longitude }: LatLng): boolean {
  const crossed = edgesOf(rings).filter(([[x, y], [toX, toY]]) => {
    if (y > latitude === toY > latitude) return false;
    return x + ((latitude - y) / (toY - y)) * (toX - x) > longitude;
  });
  return crossed.length % 2 === 1;
}

function metersTo(rings: readonly Ring[], point: LatLng): number {
  let nearest = Infinity;
  for (const [[x, y], [toX, toY]] of edgesOf(rings)) {
    const pieces = Math.ceil(Math.max(Math.abs(toX - x), Math.abs(toY - y)) / PIECE_DEGREES);
    for (const piece of range(pieces)) {
      const [longitude, latitude] = [x + ((toX - x) * piece) / pieces, y + ((toY - y) * piece) / pieces]; // prettier-ignore
      if (Math.abs(latitude - point.latitude) > 0.5) continue;
      const width = Math.cos((point.latitude * Math.PI) / 180);
      const turned = ((point.longitude - longitude + 540) % 360) - 180;
      const [alongX, alongY] = [((toX - x) / pieces) * width, (toY - y) / pieces];
      const along = (turned * width * alongX + (point.latitude - latitude) * alongY) / (alongX ** 2 + alongY ** 2); // prettier-ignore
      const share = Math.min(1, Math.max(0, along)) / pieces;
      const [nearX, nearY] = [longitude + (toX - x) * share, latitude + (toY - y) * share];
      const meters = haversineMeters(nearX, nearY, point.longitude, point.latitude);
      nearest = Math.min(nearest, meters);
    }
  }
  return nearest;
}

/** Returns the largest distance that Elasticsearch may measure: to the closest point in degrees. */
function measuredMeters(rings: readonly Ring[], { latitude, longitude }: LatLng): number {
  const all = edgesOf(rings).map(([[x, y], [toX, toY]]) => {
    const [dx, dy] = [toX - x, toY - y];
    const from = x + 360 * Math.round((longitude - x) / 360);
    const foot = ((longitude - from) * dx + (latitude - y) * dy) / (dx ** 2 + dy ** 2);
    const share = Math.min(1, Math.max(0, foot));
    // The ends of very long edges are not used.
    if (share !== foot && Math.max(Math.abs(dx), Math.abs(dy)) > 0.2) return Infinity;
    return haversineMeters(from + share * dx, y + share * dy, longitude, latitude);
  });
  return Math.min(...all);
}

/** Compares some points, and returns the share of points that were too close to call. */
async function compare(areas: readonly (readonly Ring[])[], points: readonly LatLng[]) {
  const rows = await rowsOf(areas);
  let undecided = 0;
  for (const point of points) {
    const found = rows.at(point, RADIUS_METERS, TOLERANCE_METERS);
    const judged = areas.map((rings) => ({ is: isInside(rings, point), meters: metersTo(rings, point), measured: measuredMeters(rings, point) })); // prettier-ignore
    const mayBeUndecided = judged.some(({ is, meters, measured }) => {
      const margin = TOLERANCE_METERS + slackOf(RADIUS_METERS);
      const isBetween = meters <= RADIUS_METERS + margin && measured >= RADIUS_METERS - margin;
      return meters <= 1 + slackOf(0) || (!is && isBetween);
    });
    if (found === undefined) {
      expect({ point, judged, mayBeUndecided }).toMatchObject({ mayBeUndecided: true });
      undecided += 1;
      continue;
    }
    const placesOf = (fits: (area: (typeof judged)[number]) => boolean) =>
      judged.flatMap((area, place) => (fits(area) ? [place] : []));
    expect({ point, ...found }).toEqual({
      point,
      inside: placesOf(({ is }) => is),
      nearby: placesOf(({ is, meters }) => !is && meters < RADIUS_METERS),
    });
  }
  return undecided / points.length;
}

/** Returns a ring that does not cross itself, with some vertices of the same latitude. */
function star(random: () => number, { latitude, longitude }: LatLng, size: number): Ring {
  const count = 3 + below(random, 30);
  return range(count).map((number) => {
    const angle = (2 * Math.PI * number) / count;
    const reach = size * (0.2 + 0.8 * random());
    const y = latitude + reach * Math.sin(angle);
    return [longitude + reach * Math.cos(angle), random() < 0.3 ? latitude + Math.round(10 * (y - latitude)) / 10 : y] as const; // prettier-ignore
  });
}

/** Returns points around the vertices of rings, and points that share a latitude with a vertex. */
function around(random: () => number, rings: readonly Ring[], count: number): LatLng[] {
  const vertices = rings.flat().map(at);
  return range(count).map((number) => {
    const vertex = vertices[below(random, vertices.length)] ?? { latitude: 0, longitude: 0 };
    const moved = destination(vertex, 2 * Math.PI * random(), 15_000 * random());
    return number % 4 === 0 ? { ...moved, latitude: vertex.latitude } : moved;
  });
}

test.each(range(20))('random areas with holes: the same as comparing with all edges (%i)', async (seed) => {
  const random = seeded(1_000 * SEED + seed);
  const areas = range(6).map(() => {
    const { latitude, longitude } = anywhere(random);
    const size = 0.02 * 200 ** random();
    const centre = {
      latitude: Math.max(-83, Math.min(83, latitude)),
      longitude: Math.max(-175, Math.min(175, longitude)),
    };
    // The outer ring has no point nearer than a fifth of its size.
    return [star(random, centre, size), star(random, centre, 0.19 * size)];
  });
  const points = [
    ...around(random, areas.flat(), 300),
    ...areas.flatMap(([ring = []]) => ring.map(at)),
    ...range(30).map(() => anywhere(random)),
  ];
  expect(await compare(areas, points)).toBeLessThan(0.5);
}); // prettier-ignore

describe('areas that are cut at ±180°', () => {
  const areas = [
    [box(179.9, 50, 180, 51), box(-180, 50, -179.97, 51)],
    [box(-179.95, 50, -179.9, 51)],
    [box(179.8, 52, 180, 52.1)],
  ];

  test('are the same on both sides, in sight of each other', async () => {
    const random = seeded(SEED);
    expect(await compare(areas, around(random, areas.flat(), 2_000))).toBeLessThan(0.25);
  });

  test('are nearby across it', async () => {
    const rows = await rowsOf(areas);
    const near = (longitude: number, latitude: number) =>
      rows.at({ latitude, longitude }, RADIUS_METERS, TOLERANCE_METERS);
    expect(near(179.99, 50.5)).toEqual({ inside: [0], nearby: [1] });
    expect(near(-179.99, 50.5)).toEqual({ inside: [0], nearby: [1] });
    expect(near(-179.96, 50.5)).toEqual({ inside: [], nearby: [0, 1] });
    expect(near(-179.95, 52.05)).toEqual({ inside: [], nearby: [2] });
    expect(near(-179.85, 52.05)).toEqual({ inside: [], nearby: [] });
    // On the cut itself, it depends on rounding which part holds a point.
    expect([near(180, 50.5), near(-180, 50.5)]).toEqual([undefined, undefined]);
  });
});

describe('near a pole', () => {
  const antarctica: Ring = [[-180, -80], [-90, -75.5], [0, -82], [90, -77], [180, -80], [180, -90], [-180, -90]]; // prettier-ignore

  test('an area that is closed along it is like others', async () => {
    const random = seeded(SEED);
    const coast = antarctica.slice(0, 5);
    const points = around(random, [coast], 1_000).filter(({ longitude }) => Math.abs(longitude) < 179); // prettier-ignore
    const onEdges = range(1_000).map((): LatLng => {
      const longitude = 358 * random() - 179;
      const place = Math.floor((longitude + 180) / 90);
      const [[west, south], [east, north]] = [coast[place] ?? [0, 0], coast[place + 1] ?? [0, 0]];
      const latitude = south + ((longitude - west) / (east - west)) * (north - south);
      return destination({ latitude, longitude }, 2 * Math.PI * random(), 15_000 * random());
    });
    expect(await compare([[antarctica]], [...points, ...onEdges])).toBeLessThan(0.05);
  });

  test.each([-90, -89.5, -89.001, 89.001, 90])('nothing is decided: latitude %d', async (latitude) => {
    const rows = await rowsOf([[antarctica]]);
    expect(rows.at({ latitude, longitude: 12 }, RADIUS_METERS, TOLERANCE_METERS)).toBeUndefined();
  }); // prettier-ignore
});

test('two areas that share an edge: one of them holds a point, the other one is nearby', async () => {
  const areas = [[box(10, 40, 11, 41)], [box(11, 40, 12, 41)]];
  const rows = await rowsOf(areas);
  expect(rows.at({ latitude: 40.5, longitude: 10.95 }, 7_500, 20)).toEqual({ inside: [0], nearby: [1] }); // prettier-ignore
  expect(rows.at({ latitude: 40.5, longitude: 11.05 }, 7_500, 20)).toEqual({ inside: [1], nearby: [0] }); // prettier-ignore
  expect(rows.at({ latitude: 40.5, longitude: 11 }, 7_500, 20)).toBeUndefined();
  expect(await compare(areas, around(seeded(SEED), areas.flat(), 500))).toBeLessThan(0.4);
});

test('in the far north, Elasticsearch may measure farther than it is: nothing is decided', async () => {
  // An edge of 8 km with points in between, which are on a straight line and so not indexed.
  const rows = await rowsOf([[[[179.712, 64.95337], [179.7804, 65.01754], [179.6, 65.01754]]]]); // prettier-ignore
  const at = (latitude: number, longitude: number) => rows.at({ latitude, longitude }, 7_500, 10);
  // 6,648 m away, for Elasticsearch 7,629 m.
  expect(at(64.95939092182526, 179.8734470887483)).toBeUndefined();
  expect(at(64.96, 179.84)).toEqual({ inside: [], nearby: [0] });
  expect(at(64.95, 179.9)).toEqual({ inside: [], nearby: [] });
});

test('very long edges, along parallels, meridians and across', async () => {
  const areas: Ring[][] = [
    [box(-170, -60, 170, 60)],
    [[[-179, -88], [179, 60], [-10, 88]]],
    [[[0, -88], [1e-6, 88], [-1e-6, 88]]],
  ]; // prettier-ignore
  const random = seeded(SEED);
  const points = range(800).map(() => {
    const [[x, y], [toX, toY]] = edgesOf(areas.flat())[below(random, 10)] ?? [[0, 0], [0, 0]]; // prettier-ignore
    const share = random();
    const on = { longitude: x + (toX - x) * share, latitude: y + (toY - y) * share };
    return destination(on, 2 * Math.PI * random(), 15_000 * random());
  });
  expect(await compare(areas, points)).toBeLessThan(0.25);
});

test('areas without a border hold nothing, and do not change the positions of others', async () => {
  const point = { latitude: 0.5, longitude: 0.5 };
  const empty = await rowsOf([]);
  expect(empty.at(point, 7_500, 20)).toEqual({ inside: [], nearby: [] });
  const rows = await rowsOf([[], [box(0, 0, 1, 1)], [[]]]);
  expect(rows.at(point, 7_500, 20)).toEqual({ inside: [1], nearby: [] });
});

test('so many edges that they do not fit into the memory are rejected', async () => {
  const zigzag = range(2 ** 21 + 1).map((number) => [(number % 2) / 1_000, number / 1e6] as const);
  await expect(rowsOf([[box(0, 0, 1, 1)], [zigzag]])).rejects.toThrow('2,097,152');
});
