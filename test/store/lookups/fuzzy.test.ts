import { describe, expect, test } from '@jest/globals';
import { startApi } from '../../support/api.js';
import { eventually } from '../../support/patience.js';
import { byPopulation, type City, type Country } from '../../support/records.js';
import { type Found, nameLookups } from '../../support/nameLookups.js';
import { untilEnd } from '../../support/each.js';

const api = untilEnd(await startApi());

const CITIES = '/cities/findByName';
const HIT = 'geographic-data; hit';
const MISS = 'geographic-data; fwd=miss';
const NEAR_DALLAS = { lat: 32.78, lng: -96.8 };

const { find, search } = nameLookups(api);

test.each([
  // Typing errors, qualifiers, words in any order, aliases, spellings, other languages and scripts, blanks, accents.
  ['Londn', 'GBR_London'], ['New Yrok', 'USA_NewYorkCity'], ['Мсоква', 'RUS_Moscow'], ['san fransisco', 'USA_SanFrancisco'],
  ['paris, france', 'FRA_Paris'], ['paris tx', 'USA_Paris'], ['london, ontario, canada', 'CAN_London'], ['קהיר, מצרים', 'EGY_Cairo'],
  ['city new york', 'USA_NewYorkCity'], ['petersburg saint', 'RUS_SaintPetersburg'], ['NYC', 'USA_NewYorkCity'], ['muenchen', 'DEU_Munich'],
  ['ft worth', 'USA_FortWorth'], ['القاهرة', 'EGY_Cairo'], ['losangeles', 'USA_LosAngeles'], ['Roma', 'ITA_Rome'], ['zür', 'CHE_Zürich'], ['東', 'JPN_Tokyo'],
])('cities: %s finds %s first', async (token, id) => {
  expect((await find('cities', token))[0]).toBe(id);
}); // prettier-ignore

test.each([
  ['UK', 'GBR'], ['Holy See', 'VAT'], ['America', 'USA'], ['kingdom united', 'GBR'], ['Germnay', 'DEU'], ['日本', 'JPN'],
])('countries: %s finds %s first, alone and among cities', async (token, id) => {
  expect((await find('countries', token))[0]).toBe(id);
  expect((await search(token))[0]).toBe(id);
}); // prettier-ignore

test('names in a language of Accept-Language count, and the answer says that it varies', async () => {
  const first = async (language: string) => {
    const headers = { 'Accept-Language': language };
    const { body, headers: { vary } } = await api.ask('/search?token=ola&types=country', { headers });
    return [(JSON.parse(body.toString()) as { data: Found[] }).data.map(({ matched_name: name }) => name), vary];
  };
  expect(await first('hu-HU,en;q=0.5')).toEqual([['Olaszország'], expect.stringContaining('Accept-Language')]);
  expect(await first('en')).toEqual([[], expect.stringContaining('Accept-Language')]);
  expect((await api.ask('/countries/findByName?token=ola')).headers.vary).not.toContain('Accept-Language');
}); // prettier-ignore

test('matched_names has what matched where it is not the name shown', async () => {
  const query = { token: 'firenze', match: 'fuzzy', limit: 1 };
  const { body } = await api.get<City[]>(CITIES, query);
  expect(body).toMatchObject({ data: [{ id: 'ITA_Florence' }], matched_names: ['Firenze'] });
  for (const [token, lang] of [['genf', 'en'], ['genf', 'de'], ['paris', 'en'], ['san', 'ja'], ['xqzzk', 'en']] as const) {
    const answer = (await api.get<City[]>(CITIES, { ...query, token, lang, limit: 50 })).body;
    expect(answer.matched_names).toHaveLength(answer.data.length);
    for (const [at, { name }] of answer.data.entries()) expect(answer.matched_names?.[at]).not.toBe(name);
    if (token === 'genf') expect(answer.matched_names?.[0]).toBe(lang === 'de' ? null : 'Genf');
  }
  const { body: countries } = await api.get<Country[]>('/countries/findByName', { ...query, token: 'deutschland' });
  expect(countries).toMatchObject({ data: [{ id: 'DEU' }], matched_names: ['Deutschland'] });
  for (const strict of [{ token: 'paris' }, { token: 'paris', match: 'prefix' }])
    expect((await api.get(CITIES, strict)).body).not.toHaveProperty('matched_names');
}); // prettier-ignore

describe('tokens of which little or nothing is left', () => {
  const NONSENSE = ['xqzzk', 'qqqq', '🌍', '🌍🌍 🌍🌍', '-', ' , ', ',,,', '،、，', "'", '. .', '\u200b', 'p.*s', '(((', '{}'];
  const LONG = ['x', '🌍', '\u3316', '\ufdfa', '中'].map((character) => character.repeat(100));
  const MANY = ['us '.repeat(33), 'paris '.repeat(16), 'a b c d e f g h i j k l m n o p q r s t u v w x y z'];
  test.each([...NONSENSE, ...LONG, ...MANY])('%j finds nothing', async (token) => {
    expect(await find('cities', token)).toEqual([]);
    expect(await search(token)).toEqual([]);
  });

  test.each(['paris,', ',paris', ',, paris ,,,', 'paris' + ','.repeat(95)])('%j is paris', async (token) => {
    expect(await find('cities', token)).toEqual(await find('cities', 'paris'));
    expect(await search(token)).toEqual(await search('paris'));
  });

  test('fifty words between commas are answered', async () => {
    expect((await find('cities', 'a,'.repeat(50))).length).toBeLessThanOrEqual(20);
    expect(await search('x,'.repeat(50))).toEqual(expect.any(Array));
  });
}); // prettier-ignore

describe.each(['prefix', 'fuzzy'])('match=%s', (match) => {
  test('country_ids leaves only cities of these countries', async () => {
    const all = await find('cities', 'paris', { match, limit: 100 });
    const some = await find('cities', 'paris', { match, country_ids: 'usa,CAN', limit: 100 });
    expect(some.length).toBeGreaterThan(5);
    expect(some).toEqual(all.filter((id) => /^(?:USA|CAN)_/.test(id)));
    expect(await find('cities', 'paris', { match, country_ids: 'ZZZ' })).toEqual([]);
  });

  test('lat and lng raise what is near, and find the same', async () => {
    const [far, near] = await Promise.all(
      [{}, NEAR_DALLAS].map((place) => find('cities', 'paris', { match, ...place, limit: 100 })),
    );
    expect([far?.[0], near?.[0]]).toEqual(['FRA_Paris', 'USA_Paris']);
    expect([...(near ?? [])].sort()).toEqual([...(far ?? [])].sort());
  });

  test.each([
    [{ lat: 1 }, 'lng'],
    [{ lng: 1 }, 'lat'],
    [{ lat: 91, lng: 1 }, 'lat'],
    [{ country_ids: 'FR' }, 'country_ids'],
  ])('%j is a fault of %s', async (fault, path) => {
    for (const route of [CITIES, '/search']) {
      const { status, body } = await api.get(route, { token: 'a', match, ...fault });
      expect([status, body.error.details?.map((detail) => detail.path)]).toEqual([400, [path]]);
    }
  });
});

test.each([
  [CITIES, 'match', 'fuzy'],
  [CITIES, 'match', ''],
  ['/countries/findByName', 'match', 'Prefix'],
  ['/search', 'limit', '0'],
  ['/search', 'limit', '101'],
  [`${CITIES}?match=fuzzy`, 'limit', '101'],
  ['/search', 'types', 'city,land'],
  ['/search', 'types', ''],
  ['/search', 'lang', 'xx'],
  ['/search', 'token', ' '],
  ['/search', 'token', 'x'.repeat(101)],
])('%s?%s=%s is a fault', async (path, name, value) => {
  const [route = '', match] = path.split('?match=');
  const { status, body } = await api.get(route, {
    token: 'a',
    ...(match && { match }),
    [name]: value,
  });
  expect([status, body.error.details?.map((detail) => detail.path)]).toEqual([400, [name]]);
});

test('prefix answers as without match: by the name shown, the most populous first', async () => {
  for (const token of ['saint d', 'muench', 'york', 'nyc', 'a'])
    for (const resource of ['cities', 'countries'] as const) {
      const path = `/${resource}/findByName`;
      const { body } = await api.get<City[]>(path, { token });
      expect((await api.get(path, { token, match: 'prefix' })).body).toEqual(body);
      expect(body.data).toEqual(byPopulation(body.data));
    }
  expect(await find('cities', 'york', { match: 'prefix' })).not.toContain('USA_NewYorkCity');
});

describe('/search', () => {
  test('types, limit, lang, country_ids and primary_only', async () => {
    const { body } = await api.get<Found[]>('/search', { token: 'canada', lang: 'de', limit: 2 });
    const country = { id: 'CAN', name: 'Kanada', continent: 'North America', population: expect.any(Number) as unknown };
    expect(body.data).toContainEqual({ type: 'country', matched_name: expect.any(String) as unknown, country });
    expect(await search('saint', { limit: 2 })).toHaveLength(2);
    expect(body).not.toHaveProperty('matched_names');
    expect(await search('saint')).toHaveLength(10);
    expect(await search('japa', { types: 'country' })).toEqual(['JPN']);
    for (const id of await search('york', { types: 'city' })) expect(id).toContain('_');
    const all = { limit: 100 };
    expect((await search('york', { ...all, types: 'city,country,region' })).sort()).toEqual((await search('york', all)).sort());
    for (const id of await search('york', { ...all, country_ids: 'USA' })) expect(id).toMatch(/^(?:USA_|...$)/);
    expect((await search('paris', NEAR_DALLAS))[0]).toBe('USA_Paris');
    for (const id of await search('monte', { ...all, primary_only: true })) expect(id).not.toBe('MCO_Monte-Carlo');
  }); // prettier-ignore

  test.each([
    '/search?token=Paris%2C%20tx',
    '/cities/findByName?match=fuzzy&token=Paris%2C%20tx',
    '/countries/findByName?match=fuzzy&token=Deutschland',
  ])('%s: the same from the cache, however it is spelled, as 304 and to HEAD', async (target) => {
    const uncached = await startApi({ cacheMegabytes: 0 });
    const first = await api.ask(target);
    const other = await uncached.ask(target);
    await uncached.stop();
    expect(first.headers.etag).toMatch(/^W\/"/);
    expect(other.headers['cache-status']).toBe(MISS);
    const shouted = target.toUpperCase().replace(/.*TOKEN=/, `${target.split('token=')[0]}token=`);
    let [again, spelled] = [first, first];
    let blanks = '';
    // A process that is late to learn what is live answers without its cache meanwhile.
    await eventually('both spellings are cached', async () => {
      blanks += '+';
      [again, spelled] = [await api.ask(target), await api.ask(shouted + blanks)];
      return [again, spelled].every(({ headers }) => headers['cache-status'] === HIT);
    });
    for (const answer of [again, spelled, other]) {
      expect(answer.body.toString()).toBe(first.body.toString());
      expect(answer.headers.etag).toBe(first.headers.etag);
    }
    const headers = { 'If-None-Match': String(first.headers.etag) };
    expect(await api.ask(target, { headers })).toMatchObject({ status: 304, body: Buffer.of() });
    const head = await api.ask(target, { method: 'HEAD' });
    expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, first.headers.etag]);
  }); // prettier-ignore
});

test('the first two of a short list are those of a long one', async () => {
  for (const token of ['san', 'york', 'paris', 'new', 'st', 'saint', 'berln', 'santa cruz']) {
    const long = await find('cities', token, { limit: 100 });
    expect(long.length).toBeLessThanOrEqual(100);
    expect(new Set(long).size).toBe(long.length);
    expect((await find('cities', token, { limit: 5 })).slice(0, 2)).toEqual(long.slice(0, 2));
  }
});

describe('regions', () => {
  test.each([
    ['California', 'USA_CA'], ['Bayern', 'DEU_02'], ['Catalunya', 'ESP_56'], ['北海道', 'JPN_12'], ['calfornia', 'USA_CA'], ['TX', 'USA_TX'], ['california, usa', 'USA_CA'],
  ])('%s finds %s first', async (token, id) => {
    expect((await search(token))[0]).toBe(id);
  }); // prettier-ignore

  test('one that is hardly more than a city of its name is found only without cities', async () => {
    for (const [token, region] of [['Tokyo', 'JPN_40'], ['Berlin', 'DEU_16']] as const) {
      expect(await search(token, { limit: 100 })).not.toContain(region);
      expect((await search(token, { types: 'region' }))[0]).toBe(region);
    }
  }); // prettier-ignore

  test('have a name, the name that matched, the place of their largest city, and bounds', async () => {
    const find = async (token: string) => {
      const { body } = await api.get<{ region: { bounds: { west: number; east: number } } }[]>('/search', { token, types: 'region', limit: 1 });
      return body.data[0];
    };
    const alaska = await find('alaska');
    expect(alaska).toEqual({
      type: 'region',
      matched_name: null,
      region: {
        ...{ id: 'USA_AK', country_id: 'USA', name: 'Alaska' },
        latlng: { latitude: expect.closeTo(61.2, 1), longitude: expect.closeTo(-149.9, 1) },
        bounds: { south: expect.any(Number), west: expect.any(Number), north: expect.any(Number), east: expect.any(Number) },
      },
    });
    const { west = 0, east = 0 } = (await find('Chukotka'))?.region.bounds ?? {};
    expect([west > 160, east < -160]).toEqual([true, true]);
  }); // prettier-ignore

  test('are left out by country, primary_only and types, and rank higher nearby', async () => {
    const regions = { types: 'region', limit: 100 };
    expect(await search('ontario', { ...regions, country_ids: 'CAN' })).toEqual(['CAN_08']);
    expect(await search('ontario', { ...regions, country_ids: 'USA' })).toEqual([]);
    expect(await search('california', { ...regions, primary_only: true })).toEqual([]);
    expect(await search('california', { types: 'country,city', limit: 100 })).not.toContain('USA_CA');
    expect((await search('new', { ...regions, lat: 46, lng: -66 }))[0]).toBe('CAN_04');
    expect((await search('new', { ...regions, lat: 35.7, lng: -106 }))[0]).toBe('USA_NM');
  }); // prettier-ignore
});

test('a region has its name in the language, and the name that matched if it is another one', async () => {
  const named = async (token: string, lang: string) => {
    const { body } = await api.get<{ matched_name: string; region: { name: string } }[]>('/search', { token, lang, types: 'region', limit: 1 });
    return body.data.map(({ matched_name, region }) => [region.name, matched_name]);
  };
  expect(await named('california', 'de')).toEqual([['Kalifornien', 'California']]);
  expect(await named('bayern', 'de')).toEqual([['Bayern', null]]);
  expect(await named('california', 'en')).toEqual([['California', null]]);
}); // prettier-ignore

test('region_id leaves out the cities of other regions, whatever matches', async () => {
  const texas = { region_id: 'USA_TX', limit: 100 };
  for (const match of ['prefix', 'fuzzy']) {
    const found = await find('cities', 'paris', { ...texas, match });
    expect(found[0]).toBe('USA_Paris');
    expect(found).not.toContain('FRA_Paris');
    // Without it, other cities have the same prefix.
    expect(await find('cities', 'paris', { match })).toContain('FRA_Paris');
  }
  expect(await find('cities', 'paris', { ...texas, country_ids: 'FRA' })).toEqual([]);
  expect(await find('cities', 'paris', { region_id: 'USA_none' })).toEqual([]);
  expect((await api.get(CITIES, { token: 'paris', region_id: 'a b' })).status).toBe(400);
});
