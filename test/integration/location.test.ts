import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cellToBoundary, cellToLatLng, gridDisk, latLngToCell } from 'h3-js';
import { type Api, startApi } from '../support/api.js';
import { faultyParameters } from '../support/faults.js';

/** A land in Paris, and the centre of its cell. */
const LAND = '881fb46625fffff';
const CENTRE = { lat: 48.85434004428176, lng: 2.3513298555659055 };

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe.each(['/countries/findByLocation', '/cities/findByLocation'])('%s', (path) => {
  const ask = async (query: string): Promise<unknown> => (await api.get(path, query)).body.data;

  test('a land stands for the centre of its cell', async () => {
    const byPoint = (await api.get(path, CENTRE)).body;
    const byLand = (await api.get(path, { land_id: LAND })).body;
    expect(JSON.stringify(byLand)).toContain('FRA');
    expect(byLand).toEqual(byPoint);
  });

  test('only the centre of a land counts, whatever its corners are in', async () => {
    const at = ([lat, lng]: number[]): Promise<unknown> => ask(`lat=${lat}&lng=${lng}`);
    let divided = 0;
    const across49North = [-113, -110, -107, -104, -101, -98].map((lng) =>
      latLngToCell(49, lng, 8),
    );
    for (const land of across49North.flatMap((cell) => gridDisk(cell, 1))) {
      const answer = await at(cellToLatLng(land));
      const corners = await Promise.all(cellToBoundary(land).map(at));
      if (corners.some((corner) => JSON.stringify(corner) !== JSON.stringify(answer))) divided += 1;
      expect(await ask(`land_id=${land}`)).toEqual(answer);
    }
    expect(divided).toBeGreaterThan(3);
  });

  test('a land in upper, lower or mixed case', async () => {
    const expected = await ask(`land_id=${LAND}`);
    expect(await ask(`land_id=${LAND.toUpperCase()}`)).toEqual(expected);
    expect(await ask('land_id=881FB46625fffFF')).toEqual(expected);
  });

  test('a pentagon, and a cell across the antimeridian', async () => {
    expect(JSON.stringify(await ask('land_id=8830000001fffff'))).toContain('CHN');
    expect(JSON.stringify(await ask('land_id=889b436d59fffff'))).toContain('FJI');
  });

  test.each(['lat=90&lng=180', 'lat=-90&lng=-180', 'lat=-0&lng=-0.0', 'lat=007.50&lng=1'])(
    'takes %s',
    async (query) => {
      expect((await api.get(path, query)).status).toBe(200);
    },
  );

  test.each([
    ['', ['land_id']],
    ['lat=48', ['lng']],
    ['lng=2', ['lat']],
    [`land_id=${LAND}&lat=48&lng=2`, ['land_id']],
    ['lat=90.0001&lng=0', ['lat']],
    ['lat=-90.0001&lng=0', ['lat']],
    ['lat=0&lng=180.0001', ['lng']],
    ['lat=0&lng=-180.0001', ['lng']],
    ['lat=91&lng=181', ['lat', 'lng']],
    ['lat=1e1&lng=0', ['lat']],
    ['lat=0x10&lng=0', ['lat']],
    ['lat=%2B1&lng=0', ['lat']],
    ['lat=.5&lng=0', ['lat']],
    ['lat=5.&lng=0', ['lat']],
    ['lat=1,5&lng=0', ['lat']],
    ['lat=%201&lng=0', ['lat']],
    ['lat=NaN&lng=Infinity', ['lat', 'lng']],
    ['lat=&lng=', ['lat', 'lng']],
    ['lat=1&lat=1&lng=0', ['lat']],
    ['land_id=', ['land_id']],
    ['land_id=paris', ['land_id']],
    ['land_id=871fb4662ffffff', ['land_id']],
    ['land_id=891fb466257ffff', ['land_id']],
    ['land_id=88ffffffffffffff', ['land_id']],
    ['land_id=0881fb46625fffff', ['land_id']],
    ['land_id=881fb46625ffffe', ['land_id']],
    ['lat=95&lng=0&lang=xx&primary_only=2', ['lang', 'lat', 'primary_only']],
  ])('refuses %j', async (query, parameters) => {
    expect(await faultyParameters(api, path, query)).toEqual(parameters);
  });

  test.each(['lat=48', 'lng=2'])('refuses a land together with %s', async (half) => {
    expect(await faultyParameters(api, path, `land_id=${LAND}&${half}`)).toContain('land_id');
  });
});
