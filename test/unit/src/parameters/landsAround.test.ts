import { describe, expect, test } from '@jest/globals';
import { cellToLatLng, getPentagons, gridDisk, gridDistance, latLngToCell } from 'h3-js';
import { findByLocation as landsAround } from '../../../../src/lands/params.js';
import { landIdsOf } from '../../../../src/parameters/location.js';
import { faultsOf, read } from './readings.js';

const LAND = '881fb46625fffff';
const RINGS = Array.from({ length: 11 }, (_, k) => k);

const disk = (query: string): string[] => landIdsOf(read(landsAround, query));

const HARD: [string, string][] = [
  ['Paris', LAND],
  ['180° E', latLngToCell(-16.8, 180, 8)],
  ['Wrangel Island', latLngToCell(71.2, -179.999, 8)],
  ['the North Pole', latLngToCell(90, 0, 8)],
  ['the South Pole', latLngToCell(-90, 0, 8)],
  ...getPentagons(8).map((cell): [string, string] => ['a pentagon', cell]),
  ...getPentagons(8).map((cell): [string, string] => [
    'near a pentagon',
    gridDisk(cell, 4).at(-1) ?? '',
  ]),
];

describe.each(HARD)('around %s, %s', (_, centre) => {
  test.each(RINGS)('the lands of %d rings are those of gridDisk', (k) => {
    const lands = disk(`land_id=${centre}&k=${k}`);
    expect([...lands].sort()).toEqual(gridDisk(centre, k).sort());
    expect(lands[0]).toBe(centre);
  });
});

test('ring by ring, the centre first', () => {
  for (const centre of [LAND, latLngToCell(0, 180, 8), latLngToCell(90, 0, 8)]) {
    const distances = disk(`land_id=${centre}&k=10`).map((land) => gridDistance(centre, land));
    expect(distances).toEqual(RINGS.flatMap((k) => Array<number>(k === 0 ? 1 : 6 * k).fill(k)));
  }
});

test('ring by ring around a pentagon, where every ring lacks a sixth', () => {
  for (const centre of getPentagons(8)) {
    const lands = disk(`land_id=${centre}&k=10`);
    for (const k of RINGS) {
      expect(lands.slice(0, 1 + (5 * k * (k + 1)) / 2).sort()).toEqual(gridDisk(centre, k).sort());
    }
  }
});

test('a pair stands for the cell that holds it', () => {
  for (const [, centre] of HARD) {
    const [lat, lng] = cellToLatLng(centre);
    expect(disk(`lat=${lat.toFixed(12)}&lng=${lng.toFixed(12)}`)).toEqual([centre]);
  }
  expect(disk('lat=10&lng=180')).toEqual(disk('lat=10&lng=-180'));
  expect(disk('lat=90&lng=0')).toEqual(disk('lat=90&lng=123'));
});

test('k is 0 when absent, and lands may be in upper case', () => {
  expect(disk(`land_id=${LAND.toUpperCase()}`)).toEqual([LAND]);
  expect(disk(`land_id=${LAND}&k=00`)).toEqual([LAND]);
  expect(disk(`land_id=${LAND}&k=1`)).toHaveLength(7);
});

test.each(['11', '-1', '1.5', '', '1.0', '1e1', '%201', '%2B1', '0x1', 'one', '99999999999999999'])(
  'k=%s is a fault',
  (k) => {
    expect(faultsOf(landsAround, `land_id=${LAND}&k=${k}`)).toEqual({
      k: 'must be an integer from 0 to 10',
    });
  },
);

test('all faults at once', () => {
  expect(Object.keys(faultsOf(landsAround, 'k=11')).sort()).toEqual(['k', 'land_id']);
  expect(Object.keys(faultsOf(landsAround, 'lat=91&k=x')).sort()).toEqual(['k', 'lat', 'lng']);
});
