import { describe, expect, test } from '@jest/globals';
import { boxesAround } from '../../../../core/geo/box.js';
import type { Point } from '../../../../core/geo/point.js';
import { Grid } from '../../../../core/lands/grid.js';
import { cutWindow, openWindow } from '../../../../core/lands/window.js';
import type { Frame } from '../../../../indices/lands.js';
import { below, seeded } from '../../../support/random.js';

const random = seeded(5);
const NO_DATA = -9_999;

interface Raster extends Frame {
  values: number[];
}

const valueOf =
  ({ values, columns }: Raster) =>
  (column: number, row: number): number | undefined => {
    const value = values[row * columns + column];
    return value === NO_DATA ? undefined : value;
  };

const gridOf = (raster: Raster): Grid => new Grid(raster, valueOf(raster));

/** Few values, so that neighbours are often alike. */
function rasterOf(frame: Frame, values: number): Raster {
  const cells = Array.from({ length: frame.columns * frame.rows }, () => below(random, values));
  return { ...frame, values: cells.map((value) => (value === 3 ? NO_DATA : value)) };
}

const world = { columns: 36, rows: 18, west: -180, north: 90, cellWidth: 10, cellHeight: 10 };
const FRAMES: [string, Frame][] = [
  ['the globe', world],
  ['the globe from 0° eastwards', { ...world, west: 0 }],
  ['a part', { columns: 7, rows: 5, west: 3, north: 44, cellWidth: 0.7, cellHeight: 0.9 }],
  ['a part over ±180°', { columns: 8, rows: 9, west: 177, north: 5, cellWidth: 1, cellHeight: 1 }],
  ['a part down to a pole', { columns: 9, rows: 3, west: -9, north: -84, cellWidth: 2, cellHeight: 2 }], // prettier-ignore
];

/** The cells of a raster by the place of their middles. */
function cellsOf({ values, columns, rows, west, north, cellWidth, cellHeight }: Raster) {
  return Array.from({ length: columns * rows }, (_, index) => ({
    value: values[index] === NO_DATA ? undefined : values[index],
    longitude: west + ((index % columns) + 0.5) * cellWidth,
    latitude: north - (Math.floor(index / columns) + 0.5) * cellHeight,
  }));
}

/** The shorter way around, in degrees. */
const apart = (one: number, other: number): number => {
  const degrees = Math.abs(one - other) % 360;
  return Math.min(degrees, 360 - degrees);
};

/** Each cell weighs the less the farther its middle is, and nothing at the middle of the next one. */
function naiveMean(raster: Raster, latitude: number, longitude: number): number | undefined {
  const inside = cellsOf(raster).some(
    (cell) =>
      apart(cell.longitude, longitude) <= raster.cellWidth / 2 + 1e-7 &&
      Math.abs(cell.latitude - latitude) <= raster.cellHeight / 2 + 1e-7,
  );
  if (!inside) return undefined;
  let sum = 0;
  let weights = 0;
  for (const cell of cellsOf(raster)) {
    if (cell.value === undefined) continue;
    const east = Math.max(0, 1 - apart(cell.longitude, longitude) / raster.cellWidth);
    const north = Math.max(0, 1 - Math.abs(cell.latitude - latitude) / raster.cellHeight);
    sum += east * north * cell.value;
    weights += east * north;
  }
  return weights > 0 ? sum / weights : undefined;
}

/** Within a raster and around it. */
function placeNear({ columns, rows, west, north, cellWidth, cellHeight }: Raster) {
  const longitude = west + (random() * 1.2 - 0.1) * columns * cellWidth;
  const latitude = north - (random() * 1.2 - 0.1) * rows * cellHeight;
  return {
    latitude: Math.max(-90, Math.min(90, latitude)),
    longitude: ((((longitude + 180) % 360) + 360) % 360) - 180,
  };
}

describe.each(FRAMES)('a grid of %s', (_, frame) => {
  const raster = rasterOf(frame, 9);
  const grid = gridOf(raster);
  const places = Array.from({ length: 500 }, () => placeNear(raster));
  const south = frame.north - frame.rows * frame.cellHeight;
  const corners = [frame.north, south].flatMap((latitude) =>
    [frame.west, frame.west + frame.columns * frame.cellWidth].map((longitude) => ({
      latitude,
      longitude: longitude > 180 ? longitude - 360 : longitude,
    })),
  );

  test('interpolates between the middles of cells', () => {
    let known = 0;
    for (const { latitude, longitude } of [...places, ...corners]) {
      const mean = grid.interpolatedAt({ latitude, longitude });
      const naive = naiveMean(raster, latitude, longitude);
      expect(mean === undefined).toBe(naive === undefined);
      if (mean === undefined || naive === undefined) continue;
      known += 1;
      expect(mean).toBeCloseTo(naive, 6);
    }
    expect(known).toBeGreaterThan(300);
  });

  test('tells whether all cells that a box touches are alike', () => {
    const plain = rasterOf(frame, 2);
    const few = gridOf({ ...plain, values: [...cellsOf(plain)].map(({ value }, index) => (index % 17 === 0 ? NO_DATA : (value ?? 0))) }); // prettier-ignore
    let [alike, different] = [0, 0];
    for (const centre of places) {
      const radiusRadians = random() * frame.cellHeight * 0.01;
      for (const box of boxesAround({ centre, radiusRadians })) {
        const isAlike = few.isUniform([box]);
        if (isAlike) alike += 1;
        else different += 1;
        // As fine as to meet every cell that the box touches by more than a hair.
        const found = new Set<number | undefined>();
        const steps = 8;
        for (let row = 0; row <= steps; row += 1) {
          for (let column = 0; column <= steps; column += 1) {
            const longitude = box.west + ((box.east - box.west) * column) / steps;
            const latitude = box.south + ((box.north - box.south) * row) / steps;
            found.add(few.at({ latitude, longitude }));
          }
        }
        if (isAlike) expect([box, found.size]).toEqual([box, 1]);
        // But for cells between the steps of a wide box, and next to a box that ends at ±180°.
        else if (box.east - box.west < steps * frame.cellWidth && box.west > -180 && box.east < 180) expect([box, found.size]).not.toEqual([box, 1]); // prettier-ignore
      }
    }
    expect(alike).toBeGreaterThan(20);
    expect(different).toBeGreaterThan(20);
  });

  test('is cut to a window that has the same values up to the corners of its boxes', () => {
    const radii = seeded(6);
    let known = 0;
    for (const centre of places.slice(0, 150)) {
      const boxes = boxesAround({ centre, radiusRadians: radii() * frame.cellHeight * 0.02 });
      const window = openWindow(cutWindow(frame, valueOf(raster), boxes));
      for (const { west, south, east, north } of boxes) {
        for (const [longitude, latitude] of [
          [west, south],
          [west, north],
          [east, south],
          [east, north],
        ] as const) {
          // prettier-ignore
          const corner = { latitude, longitude };
          expect(window.at(corner)).toBe(grid.at(corner));
          const mean = grid.interpolatedAt(corner);
          expect(window.interpolatedAt(corner)).toBe(mean);
          if (mean !== undefined) known += 1;
        }
      }
    }
    expect(known).toBeGreaterThan(50);
  });
});

test('both sides of ±180°, and all longitudes of a pole, have the same neighbours', () => {
  const grid = gridOf(rasterOf(world, 3));
  for (let latitude = -90; latitude <= 90; latitude += 2.5) {
    const [west, east] = [-180, 180].map((longitude) => ({ latitude, longitude }));
    if (west === undefined || east === undefined) throw new Error('there are two');
    expect(grid.interpolatedAt(west)).toBe(grid.interpolatedAt(east));
    expect(grid.at(west)).toBe(grid.at(east));
  }
  for (const latitude of [-90, 90]) {
    expect(grid.interpolatedAt({ latitude, longitude: 5 })).toBe(grid.at({ latitude, longitude: 5 })); // prettier-ignore
  }
});

test('NaN is no value', () => {
  const grid = gridOf({ ...world, values: Array<number>(36 * 18).fill(NaN) });
  expect(grid.at({ latitude: 1, longitude: 1 })).toBeUndefined();
  expect(grid.interpolatedAt({ latitude: 1, longitude: 1 })).toBeUndefined();
});

test('values beyond the edges are those of the centres of cells there', () => {
  const frame = { columns: 2, rows: 2, west: 178, north: 90, cellWidth: 1, cellHeight: 1 };
  const grid = new Grid(frame, () => 0);
  const asked: Point[] = [];
  const beyond = (middle: Point) => {
    asked.push(middle);
    return 100;
  };
  // A quarter of a cell to the west and to the north of the centre of a cell.
  expect(grid.interpolatedAt({ latitude: 88.75, longitude: 178.25 }, beyond)).toBe(25);
  expect(asked).toEqual([{ latitude: 89.5, longitude: 177.5 }, { latitude: 88.5, longitude: 177.5 }]); // prettier-ignore
  asked.length = 0;
  // There is nothing beyond a pole. East of 180° is -180°.
  expect(grid.interpolatedAt({ latitude: 89.75, longitude: 179.75 }, beyond)).toBe(25);
  expect(asked).toEqual([{ latitude: 89.5, longitude: -179.5 }]);
  asked.length = 0;
  expect(grid.interpolatedAt({ latitude: 89, longitude: 179 }, beyond)).toBe(0);
  expect(asked).toEqual([]);
});
