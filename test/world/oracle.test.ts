import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { omit } from 'es-toolkit/object';
import { gridDisk } from 'h3-js';
import { landAt } from '../../core/geo/land.js';
import { LANGUAGES } from '../../indices/languages.js';
import type { Asking, PlainAnswer } from '../support/askPlainly.js';
import { inParallel } from '../support/inParallel.js';
import { below, pick, seeded } from '../support/random.js';
import type { City, Country } from '../support/records.js';
import { hardCells, type LatLng, pointsBetween } from './hardCells.js';
import { startApi } from '../support/api.js';
import { untilEnd } from '../support/each.js';

/** Every answer of an API with a cache is compared with that of an API without one. */
const TIMEOUT_MS = 600_000;
const AT_ONCE = 16;
const MAX_SHOWN = 5;
/** All is known, however slow the machine is. */
const VALID_MS = 600_000;

const cached = untilEnd(await startApi({ validMs: VALID_MS, timeoutMs: 60_000 }));
const uncached = untilEnd(await startApi({ cacheMegabytes: 0, timeoutMs: 60_000 }));

interface Traffic {
  readonly target: string;
  readonly asking?: Asking;
}

const dataOf = async <Data>(target: string): Promise<Data> => {
  let { status, body } = await uncached.ask(target);
  // A token reads one large result at a time.
  for (let tries = 1; status === 429 && tries < 50; tries += 1) {
    await sleep(100);
    ({ status, body } = await uncached.ask(target));
  }
  if (status !== 200) throw new Error(`${target}: ${body.toString()}`);
  return (JSON.parse(body.toString()) as { data: Data }).data;
};

/** All that callers see, except what belongs to one request. */
const seen = ({ status, headers, body }: PlainAnswer) => ({
  status,
  headers: omit(headers, ['date', 'cache-status', 'ratelimit']),
  body: body.toString('base64'),
});

/**
 * Sends all traffic to both, and compares.
 * @returns the share of answers that were cache hits
 */
async function compare(traffic: readonly Traffic[], atOnce = AT_ONCE): Promise<number> {
  let hits = 0;
  const differences: string[] = [];
  await inParallel(
    traffic,
    async ({ target, asking }) => {
      const sent = { ...asking, headers: { 'X-Request-Id': 'oracle', ...asking?.headers } };
      const [given, expected] = await Promise.all([
        cached.ask(target, sent),
        uncached.ask(target, sent),
      ]);
      if (given.headers['cache-status'] === 'geographic-data; hit') hits += 1;
      const [one, other] = [seen(given), seen(expected)].map((each) => JSON.stringify(each));
      if (one !== other) differences.push(`${target} ${JSON.stringify(asking)}\n${one}\n${other}`);
    },
    atOnce,
  );
  const shown = differences.slice(0, MAX_SHOWN).join('\n\n');
  if (shown !== '') throw new Error(`${differences.length} of ${traffic.length} differ:\n${shown}`);
  return hits / traffic.length;
}

const random = seeded(26);
const language = (): string => pick(random, LANGUAGES);

/** Different texts with the same folded prefix; the last one is another prefix. */
const VARIANTS: readonly ((text: string) => string)[] = [
  (text) => text.toUpperCase(),
  (text) => ` ${text}  `,
  (text) => text.replaceAll(' ', '-'),
  (text) => text.normalize('NFD'),
  (text) => `${text}.`,
  (text) => `${text.slice(0, -1)}x`,
];

test.each(['cities', 'countries'])(
  'names of %s: the same, typed letter by letter and spelled differently',
  async (resource) => {
    const names = await Promise.all(
      Array.from({ length: 24 }, async (_, number) => {
        const lang = LANGUAGES[number % LANGUAGES.length] ?? 'en';
        const target =
          resource === 'countries'
            ? `/countries/findAll?lang=${lang}&limit=1&offset=${below(random, 200)}`
            : `/cities/findByCountries?country_ids=FRA,JPN,EGY,RUS,GRC,ISR,IND,VNM&lang=${lang}&limit=1&offset=${below(random, 2_000)}`;
        const [found] = await dataOf<(City | Country)[]>(target);
        return { lang, name: found?.name ?? 'a' };
      }),
    );
    const typed = names.map(({ lang, name }) => {
      const options = `lang=${lang}&limit=${pick(random, [1, 10, 100])}&any_name=${random() < 0.2}&primary_only=${random() < 0.2}`;
      return Array.from(`${name}z`, (_, at) => ({ prefix: name.slice(0, at + 1), options }));
    });
    let hits = 0;
    let count = 0;
    for (let at = 0; at < 10; at += 1) {
      const letters = typed.flatMap((all) => all.slice(at, at + 1));
      const spelled = (vary: (text: string) => string): Traffic[] =>
        letters.map(({ prefix, options }) => ({
          target: `/${resource}/findByName?token=${encodeURIComponent(vary(prefix))}&${options}`,
        }));
      await compare(spelled((text) => text));
      hits += (await compare(spelled(VARIANTS[at % VARIANTS.length] ?? String))) * letters.length;
      count += letters.length;
    }
    expect(count).toBeGreaterThan(150);
    expect(hits / count).toBeGreaterThan(0.6);
  },
  TIMEOUT_MS,
);

const at = (path: string, seed: number, { latitude, longitude }: LatLng): Traffic => {
  const lang = LANGUAGES[seed % LANGUAGES.length] ?? 'en';
  const place = `lat=${latitude.toFixed(9)}&lng=${longitude.toFixed(9)}`;
  return { target: `${path}?${place}&lang=${lang}&primary_only=${seed % 4 === 0}` };
};

test.each([
  ['/countries/findByLocation', 2, 0.6],
  ['/cities/findByLocation', 4, 0.3],
  ['/locate', 7, 0.2],
])(
  '%s: the same at every point of cells that are hard to judge',
  async (path, share, leastHits) => {
    const cells = hardCells().filter(({ seed }) => seed % share === 0);
    const traffic: Traffic[] = [];
    await inParallel(
      cells,
      async ({ seed, points }) => {
        // A cell is proven at the second request, and its smaller cells after that.
        const inside = points.slice(-5);
        for (const point of inside) await cached.ask(at(path, seed, point).target);
        traffic.push(...points.map((point) => at(path, seed, point)));
      },
      AT_ONCE,
    );
    expect(traffic.length).toBeGreaterThan(250);
    expect(await compare(traffic)).toBeGreaterThan(leastHits);
  },
  TIMEOUT_MS,
);

test(
  '/cities/findByLocation: the same between cities that are equally far',
  async () => {
    const cities = await dataOf<City[]>('/cities/findByCountries?country_ids=LUX,MLT,ISL,AND,LIE,KIR&limit=1000'); // prettier-ignore
    const traffic = Array.from({ length: 15 }, (_, number) => {
      const one = pick(random, cities);
      const others = cities.filter((other) => other.country_id === one.country_id && other.id !== one.id); // prettier-ignore
      const other = pick(random, others);
      if (one.latlng === null || other.latlng === null) return [];
      return pointsBetween(one.latlng, other.latlng, 16, random).map((point) =>
        at('/cities/findByLocation', number, point),
      );
    }).flat();
    expect(await compare(traffic, 2)).toBeGreaterThan(0.1);
  },
  TIMEOUT_MS,
);

const LANDS = gridDisk(landAt({ latitude: 48.8543, longitude: 2.3513 }), 5);

/** Targets whose documents are partly cached by the targets before. */
async function byIds(): Promise<string[]> {
  const cities = await dataOf<City[]>('/cities/findByCountries?country_ids=FRA,JPN&limit=30');
  const places = await Promise.all(
    LANDS.slice(0, 20).map((id) => dataOf<{ id: string }[]>(`/places/findByLocation?land_id=${id}&k=2`)),
  ); // prettier-ignore
  const ids: Record<string, readonly string[]> = {
    '/cities/findByIds?city_ids=': [...cities.map(({ id }) => id), 'FRA_Nowhere', '__proto__'],
    '/countries/findByIds?country_ids=': ['FRA', 'deu', 'GUF', 'xkx', 'AAA'],
    '/lands/findByIds?land_ids=': [...LANDS.slice(0, 30), '887c650711fffff', '880326233bfffff'],
    '/places/findByIds?place_ids=': [...places.flat().map(({ id }) => id), 'nothing'],
  };
  return Array.from({ length: 240 }, () => {
    const [path, all] = pick(random, Object.entries(ids));
    const some = Array.from({ length: 1 + below(random, 8) }, () => encodeURIComponent(pick(random, all))); // prettier-ignore
    return `${path}${some.join()}&lang=${pick(random, ['fr', 'ja'])}`;
  });
}

test(
  'all other lookups: the same in random order, with any header and method',
  async () => {
    const targets = [
      ...(await byIds()),
      ...LANDS.slice(0, 40).map((id) => `/lands/findByLocation?land_id=${id}&k=${below(random, 4)}`),
      ...LANDS.slice(0, 20).map((id) => `/places/findByLocation?land_id=${id}&categories=capital`),
      ...Array.from({ length: 20 }, () => `/countries/findAll?lang=${language()}&limit=${1 + below(random, 99)}`),
      ...Array.from({ length: 20 }, () => `/cities/findByCountries?country_ids=LUX,MLT&lang=${language()}&limit=${1 + below(random, 99)}`),
      '/countries/findAll?lang=ar', '/data?', '/markers/findByRadius?lat=48.85&lng=2.35&radius=500&season=7',
    ]; // prettier-ignore
    const etags = new Map<string, string>();
    await inParallel(targets, async (target) => {
      etags.set(target, String((await uncached.ask(target)).headers.etag));
    });
    const traffic = Array.from({ length: 900 }, (): Traffic => {
      const target = pick(random, targets);
      const etag = etags.get(target) ?? '';
      const headers = pick(random, [
        {}, {},
        { 'If-None-Match': etag },
        { 'If-None-Match': `"other", ${etag.replace('W/', '')}` },
        { 'If-None-Match': '"other"' },
        { 'If-None-Match': etag, 'Cache-Control': 'no-cache' },
        { 'Accept-Encoding': 'br' }, { 'Accept-Encoding': 'gzip;q=0.5, deflate;q=0.1' }, { 'Accept-Encoding': 'identity;q=0' },
        { Origin: 'https://widget.example' },
      ]); // prettier-ignore
      const ignored = random() < 0.2 ? '&limi=3&%E2%82%AC=1&a%0D%0Ab=' : '';
      const faulty = random() < 0.05 ? '&lang=xx&limit=0&token=' : '';
      const method = random() < 0.2 ? 'HEAD' : 'GET';
      return { target: `${target}${ignored}${faulty}`, asking: { method, headers } };
    });
    expect(await compare(traffic)).toBeGreaterThan(0.6);
  },
  TIMEOUT_MS,
);
