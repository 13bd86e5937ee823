import { expect, test } from '@jest/globals';
import { Clipper, FillRule, type Paths64 } from 'clipper2-ts';
import { mapValues } from 'es-toolkit/object';
import type { Position } from 'geojson';
import { borderOf } from '../../../../../ingest/borders/border.js';
import { borderOfRings, compareBorder } from '../../../../../ingest/borders/compare.js';
import { merge, toGrid, withinGlobe } from '../../../../../ingest/borders/grid.js';
import { borderText, ringsIn } from '../../../../../ingest/borders/packed.js';
import { borderMeasures } from '../../../../../ingest/generations/checks/borders.js';
import { realCountries } from '../../../../support/landTerritories.js';

const IDS = ['BEL', 'CHE', 'FJI', 'ITA', 'LSO', 'LUX', 'MDV', 'NLD', 'NZL', 'RUS', 'SMR', 'VAT', 'ZAF'] as const; // prettier-ignore
type Id = (typeof IDS)[number];
type Borders = Readonly<Record<Id, Paths64>>;
type Change = (of: Borders) => Partial<Borders>;

const DEGREE = toGrid([1, 0]).x;
/** The borders as they are read back. */
const BEFORE = Object.fromEntries(
  realCountries(IDS).map(({ id, border }) => [id, ringsIn(borderText(border))]),
) as Record<Id, Paths64>;

/** Returns the limits that are not met, and their complaints. */
function refusals(change: Change, from: Change = () => ({})) {
  const before = { ...BEFORE, ...from(BEFORE) };
  const after = { ...before, ...change(before) };
  const others = new Map(Object.entries(mapValues(after, borderOfRings)));
  const changed = IDS.filter((id) => before[id] !== after[id]);
  const changes = changed.map((id) => compareBorder(id, borderOfRings(before[id]), borderOfRings(after[id]), others)); // prettier-ignore
  const measures = borderMeasures({ name: 'countries' }, changes);
  return measures.filter(({ complaint }) => complaint !== undefined);
}

const box = (west: number, south: number, east: number, north: number): Paths64 =>
  [[[west, south], [east, south], [east, north], [west, north]].map(toGrid)]; // prettier-ignore
const RUSSIA_EAST_OF_180 = box(-180, 60, -168, 72);
const without = (border: Paths64, cut: Paths64): Paths64 => merge(border, cut).flat();
const together = (...all: Paths64[]): Paths64 => merge(all.flat()).flat();
const all = (change: (border: Paths64) => Paths64): Change => (of) => mapValues(of, change); // prettier-ignore
const placed = (move: (x: number, y: number) => Position) => (border: Paths64): Paths64 =>
  ringsIn(borderText(borderOf([border.map((ring) => ring.map(({ x, y }) => toGrid(move(x / DEGREE, y / DEGREE))))]))); // prettier-ignore
const moved = (east: number, north = 0) => placed((x, y) => [Math.min(x + east, 180), y + north]);
const rounded = (digits: number) => placed((x, y) => [Number(x.toFixed(digits)), Number(y.toFixed(digits))]); // prettier-ignore
const simplified = (degrees: number) => (border: Paths64) => {
  const rings = Clipper.union(Clipper.simplifyPaths(border, degrees * DEGREE), FillRule.NonZero);
  // Nothing is left of Vatican City.
  return rings.length > 0 ? rings : border;
};
const isHole = (ring: Paths64[number]): boolean => Clipper.area(ring) < 0;
const halved = (border: Paths64) => without(border, box(6.13, 49, 7, 51));

test.each<[string, Change, string, string]>([
  ['Sardinia is missing', ({ ITA }) => ({ ITA: without(ITA, box(8, 38.8, 9.9, 41.3)) }), 'lostPiece', 'ITA 2'],
  ['half of Luxembourg is cut', ({ LUX }) => ({ LUX: halved(LUX) }), 'lostPiece', 'LUX'],
  ['half of Luxembourg is cut, and as much is gained', ({ LUX }) => ({ LUX: together(halved(LUX), box(0, 55, 0.6, 55.3)) }), 'border', 'LUX'],
  ['San Marino and Vatican City are filled', ({ ITA }) => ({ ITA: ITA.filter((ring) => !isHole(ring)) }), 'covered', 'ITA covers 100 % of '],
  ['Lesotho is filled', ({ ZAF }) => ({ ZAF: ZAF.filter((ring) => !isHole(ring)) }), 'covered', 'ZAF covers 100 % of LSO'],
  ['all is moved by 0.1°', all(moved(0.1)), 'border', ' km'],
  ['all is moved by 0.05°', all(moved(0.05, 0.05)), 'border', ' km'],
  ['one is moved by 1°', ({ MDV }) => ({ MDV: moved(0, 1)(MDV) }), 'border', 'MDV by 111'],
  ['all is rounded to one decimal', all(rounded(1)), 'detail', 'times'],
  ['one is rounded to one decimal', ({ NLD }) => ({ NLD: rounded(1)(NLD) }), 'detail', 'times'],
  ['all is simplified', all(simplified(0.05)), 'detail', 'times'],
  ['two codes are exchanged', ({ LUX, CHE }) => ({ LUX: CHE, CHE: LUX }), 'border', 'CHE by'],
  ['latitude and longitude are exchanged', ({ ITA, BEL }) => ({ ITA: placed((x, y) => [y, x])(ITA), BEL: placed((x, y) => [y, x])(BEL) }), 'border', 'by'],
  ['one is tiny', () => ({ ITA: box(12, 42, 12.1, 42.1) }), 'lostPiece', 'ITA'],
  ['Chukotka east of 180° is lost', ({ RUS }) => ({ RUS: without(RUS, RUSSIA_EAST_OF_180) }), 'lostPiece', 'RUS'],
  ['Fiji east of 180° is lost', ({ FJI }) => ({ FJI: without(FJI, box(-180, -20, -178, -15)) }), 'lostPiece', 'FJI'],
  ['every second island is dropped', ({ MDV }) => ({ MDV: MDV.filter((_, at) => at % 2 === 0) }), 'lostLand', 'MDV'],
  ['a large island is dropped', ({ NZL }) => ({ NZL: without(NZL, box(166, -47.4, 169, -46.65)) }), 'lostPiece', 'NZL'],
  ['a coast is cut straight', ({ NLD }) => ({ NLD: without(NLD, box(3, 50, 4.3, 52.2)) }), 'lostPiece', 'NLD'],
  ['Luxembourg is a part of Belgium, too', ({ BEL, LUX }) => ({ BEL: together(BEL, LUX) }), 'covered', 'BEL covers 100 % of LUX'],
  ['a hole is cut', ({ CHE }) => ({ CHE: without(CHE, box(7.5, 46.5, 8, 47)) }), 'lostPiece', 'CHE'],
])('borders are refused if %s', (_, change, limit, text) => {
  const found = refusals(change);
  expect(found.map(({ of }) => of)).toEqual([limit]);
  expect(found[0]?.complaint).toContain(text);
  expect(found[0]?.complaint).toContain(`use --allow-change, or set checks.countries.${limit} in`);
}); // prettier-ignore

test.each<[name: string, change: Change, from?: Change]>([
  ['nothing changes', () => ({})],
  ['the source is finer', () => BEFORE, all(simplified(0.01))],
  ['all is rounded to two decimals', ({ ITA, NLD }) => ({ ITA: rounded(2)(ITA), NLD: rounded(2)(NLD) })],
  ['there is one more island', ({ ITA }) => ({ ITA: together(ITA, box(10, 40, 10.3, 40.3)) })],
  ['a treaty moves 30 km²', ({ LUX, BEL }) => ({ LUX: without(LUX, box(5.7, 49.8, 5.86, 49.87)), BEL: together(BEL, box(5.7, 49.8, 5.86, 49.87)) })],
  ['a small island is gone', ({ FJI }) => ({ FJI: FJI.filter((ring) => Math.abs(Clipper.area(ring)) > 0.002 * DEGREE ** 2) })],
  ['a hole is filled that is no country', ({ CHE }) => ({ CHE }), ({ CHE }) => ({ CHE: without(CHE, box(8.5, 46.9, 8.6, 47)) })],
])('borders pass if %s', (_, ...changes) => {
  expect(refusals(...changes)).toEqual([]);
}); // prettier-ignore

test('a ring that turns back on itself has an end', () => {
  const positions: Position[] = [[5.2, 53.4], [5.3, 53.4], [5.4, 53.4], [5.5, 53.4], [5.6, 53.4], [5.6, 53.5], [5.4, 53.4], [5.3, 53.4], [5.2, 53.4]]; // prettier-ignore
  const area = (at: number) => Clipper.areaPaths(withinGlobe([[...positions.slice(at), ...positions.slice(1, at + 1)].map(toGrid)])); // prettier-ignore
  for (const at of positions.keys()) expect(area(at) / DEGREE ** 2).toBeCloseTo(0.01);
});
