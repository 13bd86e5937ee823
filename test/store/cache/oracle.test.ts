import { expect, test } from '@jest/globals';
import { gridDisk } from 'h3-js';
import { landAt } from '../../../core/geo/land.js';
import { LANGUAGES } from '../../../indices/languages.js';
import { startCacheOracle, type Traffic } from '../../support/cacheOracle.js';
import { inParallel } from '../../support/inParallel.js';
import { below, pick, seeded } from '../../support/random.js';
import type { City, Country } from '../../support/records.js';

// test/world/oracle.test.ts compares lookups by location.

const random = seeded(26);
const language = (): string => pick(random, LANGUAGES);
const { uncached, dataOf, compare } = await startCacheOracle();

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
      Array.from({ length: 16 }, async (_, number) => {
        const lang = LANGUAGES[number % LANGUAGES.length] ?? 'en';
        const target =
          resource === 'countries'
            ? `/countries/findAll?lang=${lang}&limit=1&offset=${below(random, 16)}`
            : `/cities/findByCountries?country_ids=FRA,JPN,EGY,RUS&lang=${lang}&limit=1&offset=${below(random, 1_000)}`;
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
    expect(count).toBeGreaterThan(80);
    expect(hits / count).toBeGreaterThan(0.6);
  },
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
    '/countries/findByIds?country_ids=': ['FRA', 'deu', 'GIB', 'ata', 'AAA'],
    '/lands/findByIds?land_ids=': [...LANDS.slice(0, 30), '887c650711fffff', '880326233bfffff'],
    '/places/findByIds?place_ids=': [...places.flat().map(({ id }) => id), 'nothing'],
  };
  return Array.from({ length: 120 }, () => {
    const [path, all] = pick(random, Object.entries(ids));
    const some = Array.from({ length: 1 + below(random, 8) }, () => encodeURIComponent(pick(random, all))); // prettier-ignore
    return `${path}${some.join()}&lang=${pick(random, ['fr', 'ja'])}`;
  });
}

test('all other lookups: the same in random order, with any header and method', async () => {
  const targets = [
      ...(await byIds()),
      ...LANDS.slice(0, 40).map((id) => `/lands/findByLocation?land_id=${id}&k=${below(random, 4)}`),
      ...LANDS.slice(0, 20).map((id) => `/places/findByLocation?land_id=${id}&categories=capital`),
      ...Array.from({ length: 20 }, () => `/countries/findAll?lang=${language()}&limit=${1 + below(random, 99)}`),
      ...Array.from({ length: 20 }, () => `/cities/findByCountries?country_ids=FJI,MCO&lang=${language()}&limit=${1 + below(random, 99)}`),
      '/countries/findAll?lang=ar', '/data?', '/markers/findByRadius?lat=48.85&lng=2.35&radius=500&season=7',
    ]; // prettier-ignore
  const etags = new Map<string, string>();
  await inParallel(targets, async (target) => {
    etags.set(target, String((await uncached.ask(target)).headers.etag));
  });
  const traffic = Array.from({ length: 450 }, (): Traffic => {
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
});
