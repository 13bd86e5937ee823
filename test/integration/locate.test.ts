import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cellToBoundary, cellToLatLng, getPentagons, gridDisk, latLngToCell } from 'h3-js';
import { landAt, landCentre } from '../../core/geo/land.js';
import { type Answer, type Api, type Body, startApi } from '../support/api.js';
import { askPlainly } from '../support/askPlainly.js';
import { distanceMeters } from '../support/sphere.js';
import { faultyParameters } from '../support/faults.js';
import { inParallel } from '../support/inParallel.js';
import { seeded } from '../support/random.js';
import type { City, Country, Located } from '../support/records.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('locate', () => {
  const PATH = '/locate';
  const LAND = '881fb46625fffff';
  /** Of the ring around nothing: at sea, where no land is. */
  const LAND_AT_SEA = landAt({ latitude: 30, longitude: -40 });

  type Location = { lat: number; lng: number } | { land_id: string };

  const at = (lat: number, lng: number): Location => ({ lat, lng });
  const BORDERS: Location[] = [
  at(46.2044, 6.1432), at(47.5596, 7.5886), at(50.7753, 6.0839), at(48.9999, -100.5), at(49.0001, -100.5),
  at(32.5149, -117.0382), at(22.1987, 113.5439), at(1.4655, 103.7578), at(-25.5972, -54.5806), at(60.0, 24.0),
  at(51.441, 4.931), at(45.9766, 8.97), at(42.4646, 1.975), at(38.9, 45.2), at(26.2, 56.25),
]; // prettier-ignore
  const ENCLAVES: Location[] = [
  at(41.9022, 12.4533), at(43.9424, 12.4578), at(-29.31, 27.48), at(43.7384, 7.4246), at(47.141, 9.521),
  at(54.7104, 20.4522), at(-5.56, 12.19), at(13.4432, -15.3), at(-26.5, 31.4), at(35.8894, -5.3213),
]; // prettier-ignore
  const LIMITS: Location[] = [-90, -89.999, -78, -16.8, 0, 65, 71, 83, 90].flatMap((lat) =>
    [-180, 179.9999999, 180].map((lng) => at(lat, lng)),
  );
  const OCEAN: Location[] = [at(0, -30), at(-48.9, -123.4), at(30, -40), { land_id: LAND_AT_SEA }];
  const LANDS: Location[] = [
  { land_id: LAND },
  { land_id: LAND.toUpperCase() },
  { land_id: '8830000001fffff' },
  ...getPentagons(8).slice(0, 4).map((id) => ({ land_id: id })),
]; // prettier-ignore
  const random = seeded(24);
  const ANYWHERE: Location[] = Array.from({ length: 20 }, () =>
    at((Math.asin(2 * random() - 1) * 180) / Math.PI, 360 * random() - 180),
  );
  const ALL = [...BORDERS, ...ENCLAVES, ...LIMITS, ...OCEAN, ...LANDS, ...ANYWHERE];

  /** As a query string has it: without exponents. */
  const queryOf = (location: Location): Record<string, string | number> =>
    'land_id' in location
      ? location
      : { lat: location.lat.toFixed(12), lng: location.lng.toFixed(12) };

  /** What the routes of the parts answer. */
  async function partsAt(location: Location, lang: string, primary_only: boolean) {
    const query = queryOf(location);
    const [countries, city, lands] = await Promise.all([
      api.get<Country[]>('/countries/findByLocation', { ...query, lang, primary_only }),
      api.get<City>('/cities/findByLocation', { ...query, lang, primary_only }),
      api.get<{ id: string }[]>('/lands/findByLocation', { ...query, lang }),
    ]);
    return {
      countries: countries.body.data,
      city: city.body.data,
      land: lands.body.data[0] ?? null,
    };
  }

  describe.each([
    ['en', false],
    ['fr', true],
    ['zh-Hant-TW', false],
  ] as const)('with lang=%s and primary_only=%s', (lang, primary_only) => {
    test('each part is what its own route answers, asked for the first and the third time', async () => {
      expect(ALL.length).toBeGreaterThan(60);
      await inParallel(ALL, async (location) => {
        const ask = () => api.get<Located>(PATH, { ...queryOf(location), lang, primary_only });
        const answers = [await ask(), await ask(), await ask()];
        const expected = await partsAt(location, lang, primary_only);
        for (const { body } of answers) {
          const { city_distance_km, time_zone, ...parts } = body.data;
          expect({ location, ...parts }).toEqual({ location, ...expected });
          expect(body).toEqual(answers[0]?.body);
          if (parts.city.latlng === null)
            expect([city_distance_km, time_zone]).toEqual([null, null]);
          else expectDistance(location, parts.city.latlng, city_distance_km);
        }
      });
    });

    test('a batch is answered as its locations are one by one', async () => {
    const { body, headers } = await api.post<Located[]>(PATH, ALL, { lang, primary_only });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('etag')).toBeNull();
    expect(body.data).toHaveLength(ALL.length);
    await inParallel([...ALL.entries()], async ([position, location]) => {
      const alone = await api.get(PATH, { ...queryOf(location), lang, primary_only });
      expect({ location, ...body.data[position] }).toEqual({ location, ...(alone.body.data as object) });
    });
  }); // prettier-ignore
  });

  function expectDistance(
    location: Location,
    city: { latitude: number; longitude: number },
    given: number | null,
  ): void {
    const point =
      'land_id' in location
        ? landCentre(location.land_id.toLowerCase())
        : { latitude: location.lat, longitude: location.lng };
    expect(Math.abs(distanceMeters(point, city) / 1_000 - (given ?? NaN))).toBeLessThan(0.001);
  }

  test('a time zone is an IANA zone, or unknown', async () => {
    const { body } = await api.post<Located[]>(PATH, ALL);
    for (const { time_zone: timeZone } of body.data)
      if (timeZone !== null)
        expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  });

  test('what the caller has already is 304', async () => {
    const query = { land_id: LAND };
    const { headers } = await api.get(PATH, query);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const etag = headers.get('etag') ?? '';
    const again = await askPlainly(api.address, `${PATH}?land_id=${LAND}`, {
      headers: { authorization: 'Bearer dev-public', 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
  });

  test.each([
    ['', ['land_id']],
    ['lat=1', ['lng']],
    ['lat=1&lng=1&land_id=881fb46625fffff', ['land_id']],
    ['lat=91&lng=x&lang=xx&primary_only=1', ['lang', 'lat', 'lng', 'primary_only']],
  ])('GET refuses %j', async (query, faulty) => {
    expect(await faultyParameters(api, PATH, query)).toEqual(faulty);
  });

  describe('faulty locations', () => {
    const FAULTY: [unknown, string[]][] = [
      [{}, ['land_id']],
      [7, ['land_id']],
      [null, ['land_id']],
      [[], ['land_id']],
      ['881fb46625fffff', ['land_id']],
      [{ lat: 1 }, ['lng']],
      [{ lat: 91, lng: 181 }, ['lat', 'lng']],
      [{ lat: '1', lng: 1 }, ['lat']],
      [{ lat: null, lng: 1 }, ['lat']],
      [{ land_id: 7 }, ['land_id']],
      [{ land_id: '871fb4662ffffff' }, ['land_id']],
      [{ land_id: '881fb46625ffffe' }, ['land_id']],
      [{ lat: 1, lng: 1, land_id: LAND }, ['land_id']],
      [{ lat: 1, lng: 1, lang: 'fr' }, ['lang']],
    ];
    const PARIS = { lat: 48.8566, lng: 2.3522 };

    interface Faulty {
      error: { code: string; message: string; details: { path: string }[]; request_id: string };
    }

    test('are answered in their place, and the others all the same', async () => {
      const sent = FAULTY.flatMap(([location]) => [PARIS, location]);
      const { status, headers, body } = await api.post<(Located | Faulty)[]>(PATH, sent);
      expect(status).toBe(200);
      const alone = await api.get<Located>(PATH, PARIS);
      for (const [position, [, faults]] of FAULTY.entries()) {
        expect(body.data[2 * position]).toEqual(alone.body.data);
        const { error, ...others } = body.data[2 * position + 1] as Faulty;
        expect(others).toEqual({});
        expect(error.code).toBe('invalid_request');
        expect(error.details.map(({ path }) => path).sort()).toEqual(faults);
        expect(error.request_id).toBe(headers.get('x-request-id'));
      }
    });

    test('that all are faulty is a success, too', async () => {
      const { status, body } = await api.post<Faulty[]>(PATH, Array(500).fill({ lat: 'x' }));
      expect(status).toBe(200);
      expect(body.data).toHaveLength(500);
    });

    test('a member that is given twice is a fault of its element only', async () => {
      const { status, body } = await send('[{"lat":1,"lng":1},7,{"lat":1,"lat":2,"lng":1}]');
      expect(status).toBe(200);
      const [right, , twice] = body.data as [object, object, Faulty];
      expect(right).toHaveProperty('city');
      expect(twice.error.details).toEqual([{ path: 'lat', message: 'must be given only once' }]);
    });
  });

  async function send(
    body: string,
    headers: Record<string, string> = { 'content-type': 'application/json' },
    query = '',
  ): Promise<Pick<Answer<unknown>, 'status' | 'headers' | 'body'>> {
    const sent = { authorization: 'Bearer dev-public', ...headers };
    const response = await fetch(`${api.address}${PATH}${query}`, { method: 'POST', headers: sent, body }); // prettier-ignore
    const { status, headers: received } = response;
    return { status, headers: received, body: (await response.json()) as Body<unknown> };
  }

  describe('a body', () => {
    const ONE = '[{"lat":1,"lng":1}]';

    test.each(['', ' ', '[', '{}', '7', 'null', '"[]"', '[]', '{"lat":1,"lng":1}', '[{"lat":1,}]', JSON.stringify(Array(501).fill({ lat: 1, lng: 1 }))])(
    'that is no JSON array of 1 to 500 is refused: %.20s',
    async (body) => {
      const answer = await send(body);
      expect(answer.status).toBe(400);
      expect(answer.body.error.code).toBe('invalid_request');
      expect(answer.body.error.message).toContain('JSON array of 1 to 500');
    },
  ); // prettier-ignore

    test('may have 64 KiB', async () => {
      const padded = (bytes: number): string => `${ONE}${' '.repeat(bytes - ONE.length)}`;
      expect((await send(padded(65_536))).status).toBe(200);
      const { status, body } = await send(padded(65_537));
      expect([status, body.error.code]).toEqual([413, 'payload_too_large']);
      expect(body.error.message).toContain('65536');
    });

    test.each(['text/plain', 'application/xml', 'application/json; charset=latin1'])(
      'of the type %s is refused',
      async (type) => {
        const { status, body } = await send(ONE, { 'content-type': type });
        expect([status, body.error.code]).toEqual([415, 'unsupported_media_type']);
      },
    );

    test('faults of the query string are told, unknown parameters named', async () => {
      const JSON_TYPE = { 'content-type': 'application/json' };
      const faulty = await send(ONE, JSON_TYPE, '?lang=xx&primary_only=yes');
      expect(faulty.status).toBe(400);
      const paths = faulty.body.error.details?.map(({ path }) => path);
      expect(paths?.sort()).toEqual(['lang', 'primary_only']);
      const { status, headers } = await send(ONE, JSON_TYPE, '?lat=7');
      expect([status, headers.get('x-ignored-params')]).toEqual([200, 'lat']);
    });

    test('needs a token', async () => {
      const { status } = await api.post(PATH, [{ lat: 1, lng: 1 }], {}, { token: 'unknown' });
      expect(status).toBe(401);
    });
  });

  test('pages of other origins may send it', async () => {
    const { headers } = await fetch(`${api.address}${PATH}`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://game.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(headers.get('access-control-allow-methods')).toContain('POST');
  });
});

describe('location', () => {
  /** A land in Paris, and the centre of its cell. */
  const LAND = '881fb46625fffff';
  const CENTRE = { lat: 48.85434004428176, lng: 2.3513298555659055 };

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
        if (corners.some((corner) => JSON.stringify(corner) !== JSON.stringify(answer)))
          divided += 1;
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
});
