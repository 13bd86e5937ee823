import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { getPentagons } from 'h3-js';
import { type Api, type ApiOptions, type Body, startApi } from '../../support/api.js';
import { answering } from '../../support/answering.js';
import { askPlainly, type PlainAnswer } from '../../support/askPlainly.js';
import { inParallel } from '../../support/inParallel.js';
import { eventually } from '../../support/patience.js';
import { seeded } from '../../support/random.js';
import type { City, Country, Located } from '../../support/records.js';
import { anywhere, centreOf, distanceMeters } from '../../support/sphere.js';

const PATH = '/locate';
const LAND = '881fb46625fffff';
const PARIS = { lat: 48.8566, lng: 2.3522 };

interface Faulty {
  error: {
    code: string;
    message: string;
    details: { path: string; message: string }[];
    request_id: string;
  };
}

/** Repeats a batch, as callers are told to, while locations are late on a slow machine. */
async function untilWhole<Answer>(
  post: () => Promise<Answer>,
  isWhole: (answer: Answer) => boolean,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await post();
    if (isWhole(answer) || tries === 20) return answer;
    await sleep(1_000);
  }
}

describe('one location and many', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  type Location = { lat: number; lng: number } | { land_id: string };

  const BORDERS_AND_ENCLAVES =
    '46.2044,6.1432 47.5596,7.5886 48.9999,-100.5 22.1987,113.5439 1.4655,103.7578 60,24 51.441,4.931 38.9,45.2 26.2,56.25 41.9022,12.4533 -29.31,27.48 43.7384,7.4246 54.7104,20.4522 -26.5,31.4';
  const OCEANS_AND_LIMITS =
    '0,-30 51.4779,5e-7 -2e-7,-78.5 30,-40 -90,-180 -78,180 -16.8,179.9999999 65,-180 71,180 90,180';
  const POINTS = `${BORDERS_AND_ENCLAVES} ${OCEANS_AND_LIMITS}`
    .split(' ')
    .map((point): Location => {
      const [lat = NaN, lng = NaN] = point.split(',').map(Number);
      return { lat, lng };
    });
  const LANDS = [LAND.toUpperCase(), '8830000001fffff', ...getPentagons(8).slice(0, 2)];
  const random = seeded(24);
  const ANYWHERE = Array.from({ length: 20 }, (): Location => {
    const { latitude: lat, longitude: lng } = anywhere(random);
    return { lat, lng };
  });
  const ALL: Location[] = [...POINTS, ...LANDS.map((land_id) => ({ land_id })), ...ANYWHERE];

  function distanceKm(location: Location, { latlng }: City): number | null {
    const point =
      'land_id' in location
        ? centreOf(location.land_id)
        : { latitude: location.lat, longitude: location.lng };
    return latlng && distanceMeters(point, latlng) / 1_000;
  }

  test.each([
    ['en', false],
    ['fr', true],
    ['zh-Hant-TW', false],
  ])('with lang=%s and primary_only=%s each part is the answer of its own lookup', async (lang, primary_only) => {
    const shared = { lang, primary_only };
    const batch = await untilWhole(
      () => api.post<Located[]>(PATH, ALL, shared),
      ({ body }) => !JSON.stringify(body).includes('"error"'),
    );
    expect(batch.body.data).toHaveLength(ALL.length);
    expect(batch.headers.get('cache-control')).toBe('no-store');
    expect(batch.headers.get('etag')).toBeNull();
    await inParallel([...ALL.entries()], async ([position, location]) => {
      const query = { ...location, ...shared };
      const ask = async <Data>(path: string): Promise<Data> => (await api.get<Data>(path, query)).body.data; // prettier-ignore
      const { city_distance_km, time_zone, ...parts } = await ask<Located>(PATH);
      const [land = null] = await ask<{ id: string }[]>('/lands/findByLocation');
      const countries = await ask<Country[]>('/countries/findByLocation');
      const city = await ask<City>('/cities/findByLocation');
      expect({ location, ...parts }).toEqual({ location, countries, city, land });
      const distance = distanceKm(location, city);
      if (distance === null) expect([city_distance_km, time_zone]).toEqual([null, null]);
      else expect(Math.abs(distance - (city_distance_km ?? NaN))).toBeLessThan(0.001);
      if (time_zone !== null) new Intl.DateTimeFormat('en', { timeZone: time_zone });
      const again = await ask<Located>(PATH);
      expect(again).toEqual({ ...parts, city_distance_km, time_zone });
      expect(batch.body.data[position]).toEqual(again);
    });
  }); // prettier-ignore

  test('304 for the answer that the caller has', async () => {
    const target = `${PATH}?land_id=${LAND}`;
    const { headers } = await api.ask(target);
    expect(headers['cache-control']).toBe('private, max-age=60');
    const has = { 'If-None-Match': headers.etag ?? '' };
    expect((await api.ask(target, { headers: has })).status).toBe(304);
  });

  test('faulty locations are answered in their place, the others all the same', async () => {
    const FAULTY: [unknown, string[]][] = [
      ...[{}, 7, null, [], LAND].map((each): [unknown, string[]] => [each, ['land_id']]),
      [{ lat: 1 }, ['lng']],
      [{ lat: 91, lng: 181 }, ['lat', 'lng']],
      [{ lat: '1', lng: null }, ['lat', 'lng']],
      [{ land_id: 7 }, ['land_id']],
      [{ land_id: '871fb4662ffffff' }, ['land_id']],
      [{ ...PARIS, land_id: LAND }, ['land_id']],
      [{ ...PARIS, lang: 'fr' }, ['lang']],
    ];
    const sent = FAULTY.flatMap(([location]) => [PARIS, location]);
    const { status, headers, body } = await api.post<(Located | Faulty)[]>(PATH, sent);
    expect(status).toBe(200);
    const alone = await api.get<Located>(PATH, PARIS);
    for (const [position, [, faults]] of FAULTY.entries()) {
      expect(body.data[2 * position]).toEqual(alone.body.data);
      const { error, ...others } = body.data[2 * position + 1] as Faulty;
      expect(others).toEqual({});
      expect(error.details.map(({ path }) => path).sort()).toEqual(faults);
      expect([error.code, error.request_id]).toEqual(['invalid_request', headers.get('x-request-id')]); // prettier-ignore
    }
    const all = await api.post<Faulty[]>(PATH, Array(500).fill({ lat: 'x' }));
    expect([all.status, all.body.data.length]).toEqual([200, 500]);
  });

  test('a number as a text is called so', async () => {
    const { body } = await api.post<Faulty[]>(PATH, [{ lat: '5.0E-4', lng: '1x' }]);
    expect(body.data[0]?.error.details).toEqual([
      { path: 'lat', message: 'must be a number, not a text: a number from -90 to 90' },
      { path: 'lng', message: 'must be a number from -180 to 180' },
    ]);
  });

  const ONE = '[{"lat":1,"lng":1}]';
  const JSON_TYPE = { 'content-type': 'application/json' };
  async function send(text: string, headers: Record<string, string> = JSON_TYPE, query = '') {
    const answer = await api.ask(`${PATH}${query}`, { method: 'POST', headers, body: text });
    return { ...answer, body: JSON.parse(answer.body.toString()) as Body<unknown> };
  }

  test('a member that is given twice is a fault of its element only', async () => {
    const { status, body } = await send('[{"lat":1,"lng":1},{"lat":1,"lat":2,"lng":1}]');
    expect(status).toBe(200);
    const [right, twice] = body.data as [object, Faulty];
    expect(right).toHaveProperty('city');
    expect(twice.error.details).toEqual([{ path: 'lat', message: 'must be given only once' }]);
  });

  const TOO_MANY = JSON.stringify(Array(501).fill({ lat: 1, lng: 1 }));
  test.each(['', '[', '{}', 'null', '"[]"', '[]', '{"lat":1,"lng":1}', '[{"lat":1,}]', TOO_MANY])(
    'a body that is not a JSON array of 1 to 500 is rejected: %.20s',
    async (text) => {
      const { status, body } = await send(text);
      expect([status, body.error.code]).toEqual([400, 'invalid_request']);
      expect(body.error.message).toContain('JSON array of 1 to 500');
    },
  );

  test('a body may have 64 KiB', async () => {
    expect((await send(ONE.padEnd(65_536))).status).toBe(200);
    const { status, body } = await send(ONE.padEnd(65_537));
    expect([status, body.error.code]).toEqual([413, 'payload_too_large']);
    expect(body.error.message).toContain('65536');
  });

  test.each(['text/plain', 'application/json; charset=latin1'])('rejects %s', async (type) => {
    const { status, body } = await send(ONE, { 'content-type': type });
    expect([status, body.error.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('the query string of a batch is checked, its token, too', async () => {
    const faulty = await send(ONE, JSON_TYPE, '?lang=xx&primary_only=yes');
    expect(faulty.status).toBe(400);
    expect(faulty.body.error.details?.map(({ path }) => path).sort()).toEqual(['lang', 'primary_only']); // prettier-ignore
    const { status, headers } = await send(ONE, JSON_TYPE, '?lat=7');
    expect([status, headers['x-ignored-params']]).toEqual([200, 'lat']);
    expect((await api.post(PATH, [PARIS], {}, { token: 'unknown' })).status).toBe(401);
  });
});

interface Proxied {
  readonly api: Api;
  /** The number of requests that search. */
  searches: number;
  /** The resources that they read. */
  readonly read: Set<string>;
  /** Returns how long a search is held up. */
  delayMs: (body: string) => number;
  readonly close: () => void;
}

/** Starts an API whose searches pass a proxy. */
async function startProxied(options: ApiOptions = {}): Promise<Proxied> {
  const proxy = await answering((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    const target = new URL(url, process.env.ELASTICSEARCH_URL);
    const onward = httpRequest(target, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    void text(incoming).then(async (body) => {
      if (url.includes('filter_path=took')) {
        proxied.searches += 1;
        for (const [, resource = ''] of body.matchAll(/"index":"[^"]*-([a-z]+)(?:-g[^"]*)?"/g))
          proxied.read.add(resource);
        await sleep(proxied.delayMs(body));
      }
      onward.end(body);
    });
  });
  const proxied: Proxied = {
    api: await startApi({ node: proxy.url, ...options }),
    searches: 0,
    read: new Set(),
    delayMs: () => 0,
    close: () => {
      proxy.close();
    },
  };
  return proxied;
}

describe('fields', () => {
  let proxied: Proxied;
  beforeAll(async () => {
    proxied = await startProxied({ cacheMegabytes: 0 });
  });
  afterAll(async () => {
    await proxied.api.stop();
    proxied.close();
  });

  test.each([
    ['countries', 'countries'],
    ['city', 'cities,countries'],
    ['city_distance_km', 'cities,countries'],
    ['land', 'lands,markers'],
    ['time_zone', 'cities,countries'],
    ['time_zone,land', 'cities,countries,lands,markers'],
    ['countries,city,land,time_zone', 'cities,countries,lands,markers'],
  ])('%s: only these are answered, and only %s are read', async (fields, resources) => {
    const { api, read } = proxied;
    const { body: whole } = await api.get<Located>(PATH, PARIS);
    const named = Object.entries(whole.data).filter(([name]) => fields.split(',').includes(name));
    const expected = JSON.stringify(Object.fromEntries(named));
    read.clear();
    const one = await api.get<Located>(PATH, { ...PARIS, fields });
    expect(JSON.stringify(one.body.data)).toBe(expected);
    expect([...read].sort().join()).toBe(resources);
    read.clear();
    const many = await api.post<Located[]>(PATH, [PARIS], { fields });
    expect(JSON.stringify(many.body.data)).toBe(`[${expected}]`);
    expect([...read].sort().join()).toBe(resources);
  });

  test('cached answers have the fields of their own request', async () => {
    const api = await startApi();
    const { body: whole } = await api.get<Located>(PATH, PARIS);
    const reversed = 'time_zone,land,city_distance_km,city,countries';
    for (const fields of ['city', 'land', 'city', reversed]) {
      const { data } = (await api.get<Located>(PATH, { ...PARIS, fields })).body;
      const names = Object.keys(whole.data).filter((name) => fields.split(',').includes(name));
      expect(Object.keys(data)).toEqual(names);
      expect(whole.data).toMatchObject(data);
    }
    await api.stop();
  });

  test('unknown names are rejected with the known ones', async () => {
    for (const fields of ['city,name', '', 'City']) {
      const one = await proxied.api.get(PATH, { ...PARIS, fields });
      const many = await proxied.api.post(PATH, [PARIS], { fields });
      for (const { status, body } of [one, many]) {
        expect([status, body.error.details?.map(({ path }) => path)]).toEqual([400, ['fields']]);
        expect(body.error.details?.[0]?.message).toContain('`countries`, `city`, `city_distance_km`, `land`, `time_zone`'); // prettier-ignore
      }
    }
  });
});

describe('500 points at once', () => {
  /** 10 parts, each with a request for countries, one for cities, and one for lands and markers. */
  const FEW = 30;
  /** All countries, and cells that are filled beside the answer. */
  const BESIDE = 11;
  /** Points to which two cities are equally close are searched for each time. */
  const TIES = 5;

  let api: Api;
  afterEach(() => api.stop());

  const random = seeded(500);
  const around = (degrees: number, count = 500): object[] =>
    Array.from({ length: count }, () => ({
      lat: 47 + degrees * (random() - 0.5),
      lng: 8 + 2 * degrees * (random() - 0.5),
    }));
  const post = (points: object[], headers = {}): Promise<PlainAnswer> =>
    api.ask(PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(points),
    });
  const dataOf = ({ status, body }: PlainAnswer): unknown[] => {
    if (status !== 200) throw new Error(`answered ${status}: ${body.toString()}`);
    return (JSON.parse(body.toString()) as { data: unknown[] }).data;
  };

  const locate = async (points: object[]): Promise<unknown[]> => {
    const answer = await untilWhole(
      () => {
        api.searches = 0;
        return post(points);
      },
      ({ status, body }) => status === 200 && !body.includes('"error"'),
    );
    return dataOf(answer);
  };

  test.each([60, 0.05])('within %d degrees: a few requests', async (degrees) => {
    api = await startApi();
    const points = around(degrees);
    const first = await locate(points);
    expect(first).toHaveLength(500);
    expect(api.searches).toBeLessThanOrEqual(FEW + BESIDE);
    expect(await locate(points)).toEqual(first);
  });

  test('cached points are not searched for', async () => {
    api = await startApi();
    const points = around(0.02);
    const first = await locate(points);
    // Cells are filled after the answer.
    await eventually('all points are cached', async () => {
      expect(await locate(points)).toEqual(first);
      return api.searches <= TIES;
    });
  });

  test('without a cache: a few requests as well', async () => {
    api = await startApi({ cacheMegabytes: 0 });
    expect(await locate(around(60))).toHaveLength(500);
    expect(api.searches).toBeLessThanOrEqual(2 * FEW);
  });

  test('equal points are looked up once', async () => {
    api = await startApi({ cacheMegabytes: 0 });
    const [one = {}, other = {}] = around(60, 2);
    const points = Array.from({ length: 500 }, (_, position) => (position % 2 === 0 ? one : other));
    const data = await locate(points);
    // All countries, and a request of each kind.
    expect(api.searches).toBeLessThanOrEqual(4);
    expect(data).toEqual(points.map((point) => data[point === one ? 0 : 1]));
    expect(data[0]).not.toEqual(data[1]);
  });

  /** Returns the cities that a request searches for. */
  const citiesIn = (body: string): number => body.match(/-cities/g)?.length ?? 0;

  test('each part has its own time: a hanging one has errors in its place, the others are answered', async () => {
    const proxied = await startProxied({ cacheMegabytes: 0 });
    ({ api } = proxied);
    let large = 0;
    // The searches of all ten parts together take longer than a single lookup may.
    proxied.delayMs = (body) => {
      if (citiesIn(body) > 3) large += 1;
      return large === 3 && citiesIn(body) > 3 ? 4_000 : 150;
    };
    let faulty: Faulty[] = [];
    const answer = await untilWhole(
      () => {
        large = 0;
        return post(around(60));
      },
      (each) => {
        if (each.status !== 200) return false;
        const data = dataOf(each) as (Located | Faulty)[];
        faulty = data.filter((one) => 'error' in one);
        return faulty.length <= 50;
      },
    );
    expect(dataOf(answer)).toHaveLength(500);
    expect(faulty.length).toBeGreaterThan(0);
    expect(faulty.length).toBeLessThanOrEqual(50);
    const message = expect.stringContaining('could not be answered in time');
    const error = { code: 'unavailable', message, request_id: answer.headers['x-request-id'] };
    for (const each of faulty) expect(each).toEqual({ error });
    proxied.close();
  }, 480_000);

  test('nothing goes on when the caller has left, or when the first part was late', async () => {
    const proxied = await startProxied({ cacheMegabytes: 0 });
    ({ api } = proxied);
    proxied.delayMs = () => 300;
    const authorization = 'Bearer dev-public';
    const sending = { method: 'POST', headers: { authorization, 'content-type': 'application/json' } }; // prettier-ignore
    const leaving = httpRequest(`${api.address}${PATH}`, sending).on('error', () => undefined);
    leaving.end(JSON.stringify(around(60)));
    await eventually('the batch has begun', () => proxied.searches > 0);
    leaving.socket?.resetAndDestroy();
    const before = proxied.searches;
    await sleep(2_500);
    // The part that was under way.
    expect(proxied.searches - before).toBeLessThanOrEqual(3);

    proxied.delayMs = () => 3_000;
    proxied.searches = 0;
    const body = JSON.stringify(around(60));
    const none = await askPlainly(api.address, PATH, { ...sending, body });
    expect([none.status, none.headers['retry-after']]).toEqual([503, '1']);
    expect(proxied.searches).toBeLessThanOrEqual(3);
    proxied.close();
  });
});
