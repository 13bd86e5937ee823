import { describe, expect, test } from '@jest/globals';
import { mapAsync } from 'es-toolkit';
import { type Query, startApi } from '../../support/api.js';
import { readProjectFile } from '../../support/docs.js';
import { inParallel } from '../../support/inParallel.js';
import { eventually } from '../../support/patience.js';
import { byPopulation, type City, type Country, ids } from '../../support/records.js';
import { untilEnd } from '../../support/each.js';

const api = untilEnd(await startApi());

type Fields = Exclude<Query, string>;
type Resource = 'countries' | 'cities';
type Found = { matched_name: string | null } & (
  | { type: 'city'; city: City }
  | { type: 'country'; country: Country }
  | { type: 'region'; region: { id: string } }
);

const CITIES = '/cities/findByName';
const HIT = 'geographic-data; hit';
const MISS = 'geographic-data; fwd=miss';
const NEAR_DALLAS = { lat: 32.78, lng: -96.8 };

const find = async (resource: Resource, token: string, more: Fields = {}): Promise<string[]> => {
  const query = { match: 'fuzzy', limit: 20, ...more, token };
  return ids((await api.get<City[]>(`/${resource}/findByName`, query)).body.data);
};

const search = async (token: string, more: Fields = {}): Promise<string[]> => {
  const { body } = await api.get<Found[]>('/search', { ...more, token });
  return body.data.map((found) => {
    if (found.type === 'region') return found.region.id;
    return found.type === 'city' ? found.city.id : found.country.id;
  });
};

test.each([
  // Typing errors.
  ['Londn', 'GBR_London'], ['New Yrok', 'USA_NewYorkCity'], ['Barcelna', 'ESP_Barcelona'], ['Lodn', 'GBR_London'],
  ['newyork', 'USA_NewYorkCity'], ['Philadlephia', 'USA_Philadelphia'], ['Мсоква', 'RUS_Moscow'],
  // Qualifiers.
  ['paris, france', 'FRA_Paris'], ['Paris, France', 'FRA_Paris'], ['paris tx', 'USA_Paris'], ['paris, te', 'USA_Paris'],
  ['springfield illinois', 'USA_Springfield_Illinois'], ['london, uk', 'GBR_London'], ['london, ontario, canada', 'CAN_London'],
  ['sydney nsw', 'AUS_Sydney'], ['münchen bayern', 'DEU_Munich'], ['Londres, Royaume-Uni', 'GBR_London'], ['北京、中国', 'CHN_Beijing'],
  ['קהיר, מצרים', 'EGY_Cairo'], ['paris, nowhere', 'FRA_Paris'], ['cambridge massachusetts usa', 'USA_Cambridge'],
  // Any word, in any order.
  ['janeiro', 'BRA_RiodeJaneiro'], ['hague', 'NLD_TheHague'], ['city new york', 'USA_NewYorkCity'], ['petersburg saint', 'RUS_SaintPetersburg'],
  // Aliases, spellings, and other languages.
  ['NYC', 'USA_NewYorkCity'], ['Cracow', 'POL_Kraków'], ['Saigon', 'VNM_HoChiMinhCity'], ['Astana', 'KAZ_Astana'],
  ['muenchen', 'DEU_Munich'], ['Wien', 'AUT_Vienna'], ['Moskva', 'RUS_Moscow'], ['sankt petersburg', 'RUS_SaintPetersburg'],
  ['ft worth', 'USA_FortWorth'], ['القاهرة', 'EGY_Cairo'], ['서울', 'KOR_Seoul'],
])('cities: %s finds %s first', async (token, id) => {
  expect((await find('cities', token))[0]).toBe(id);
}); // prettier-ignore

test.each([
  ['Turkey', 'TUR'], ['Czech Republic', 'CZE'], ['Great Britain', 'GBR'], ['UAE', 'ARE'], ['Burma', 'MMR'], ['UK', 'GBR'],
  ['Ivory Coast', 'CIV'], ['Swaziland', 'SWZ'], ['Holland', 'NLD'], ['Holy See', 'VAT'], ['DRC', 'COD'],
  ['America', 'USA'], ['fr', 'FRA'], ['Deutschland', 'DEU'], ['kingdom united', 'GBR'], ['Germnay', 'DEU'], ['日本', 'JPN'],
])('countries: %s finds %s first, alone and among cities', async (token, id) => {
  expect((await find('countries', token))[0]).toBe(id);
  expect((await search(token))[0]).toBe(id);
}); // prettier-ignore

test('of the aliases that people type, nine of ten find what they mean among the first five', async () => {
  const [, ...rows] = readProjectFile('test/fixtures/search/aliases.tsv').trim().split('\n');
  const lost: string[] = [];
  await inParallel(rows, async (row) => {
    const [token = '', id = ''] = row.split('\t');
    if (!(await search(token, { limit: 5 })).includes(id)) lost.push(token);
  });
  expect(rows.length).toBeGreaterThan(200);
  expect(lost.slice(Math.floor(rows.length / 10))).toEqual([]);
});

test.each([
  ['/search', [75, 93, 97]],
  [`${CITIES}?match=fuzzy`, [80, 95, 98]],
])('%s: of 250 short prefixes, the wanted city is often first, among three and five', async (route, aims) => {
  const [, ...rows] = readProjectFile('test/fixtures/search/prefixes.tsv').trim().split('\n');
  const positions = await mapAsync(rows, async (row) => {
    const [token = '', id = ''] = row.split('\t');
    const found = await (route === '/search' ? search : (text: string) => find('cities', text))(token);
    return found.indexOf(id);
  }, { concurrency: 4 });
  const within = (most: number) => 100 * positions.filter((at) => at >= 0 && at < most).length / rows.length;
  expect(rows).toHaveLength(250);
  // What was reached, less a row or two that a change of the data may cost.
  for (const [at, most] of [1, 3, 5].entries()) expect(within(most)).toBeGreaterThanOrEqual((aims[at] ?? 100) - 1);
}); // prettier-ignore

const WHOLE = [
  // Whole names in another language, and aliases, before what is less prominent.
  'Sevilla ESP_Sevilla',
  'Roma ITA_Rome',
  'Macau MAC_Macau',
  'valencia ESP_Valencia',
  'LA USA_LosAngeles',
  'NY USA_NewYorkCity',
  'monac MCO_Monaco',
  'kie UKR_Kyiv',
  'TP_HCM VNM_HoChiMinhCity',
  'georgetown MYS_GeorgeTown',
  'Firenze ITA_Florence',
  'Napoli ITA_Naples',
  'Lisboa PRT_Lisbon',
  'Wien AUT_Vienna',
  'Praha CZE_Prague',
  'Genova ITA_Genoa',
  'Cordoba ESP_Córdoba',
  'Merida ESP_Mérida',
  'Köln DEU_Köln',
  'Nizza FRA_Nice',
  'SF USA_SanFrancisco',
  'KL MYS_KualaLumpur',
  'HK HKG_HongKong',
  'Bombay IND_Mumbai',
  'Peking CHN_Beijing',
  'Calcutta IND_Kolkata',
  'Madras IND_Chennai',
  'Leningrad RUS_SaintPetersburg',
  // Typing errors of a metropolis, and three of them.
  'san_fransisco USA_SanFrancisco',
  'edinbrough GBR_Edinburgh',
  'pittsburg USA_Pittsburgh',
  'albequerque USA_Albuquerque',
  // Blanks.
  'stlouis USA_St.Louis',
  'santafe ARG_SantaFe',
  'ftworth USA_FortWorth',
  'newyork USA_NewYorkCity',
  'losangeles USA_LosAngeles',
  'riodejaneiro BRA_RiodeJaneiro',
  'kualalumpur MYS_KualaLumpur',
  'sanjose CRI_SanJosé',
  'telaviv ISR_TelAviv',
  'stpetersburg RUS_SaintPetersburg',
  // In other languages, and other scripts than the one shown.
  'Venice ITA_Venice de',
  'Venice ITA_Venice fr',
  'Venice ITA_Venice ja',
  'niz FRA_Nice de',
  'mos RUS_Moscow ru',
  '東 JPN_Tokyo',
  '京 JPN_Kyoto',
  // Typed accents.
  'åre SWE_Åre sv',
  'öre SWE_Örebro sv',
  'mün DEU_Munich',
  'zür CHE_Zürich',
  'são BRA_SãoPaulo',
  'malmö SWE_Malmö',
  'åb FIN_Turku sv',
  'älm SWE_Älmhult sv',
  'łó POL_Łódź',
  'ísa ISL_Ísafjörður',
  'mál ESP_Málaga',
].map((row) => row.split(' '));

test.each(WHOLE)('%s: %s is among the first three', async (token = '', id = '', lang = 'en') => {
  const limit = token === 'georgetown' ? 5 : 3;
  expect(await search(token.replace('_', ' '), { lang, limit })).toContain(id);
});

test.each(['del', 'ath', 'mia', 'tor', 'syd', 'cap', 'phi', 'den', 'ban', 'nor', 'sud', 'kor', 'ven', 'gre', 'kin', 'jap', 'ind', 'spa'])(
  '%s: no country by a name that is neither shown nor its own', async (token) => {
  const { body } = await api.get<Found[]>('/search', { token, limit: 5 });
  for (const found of body.data)
    // KOR is a whole code.
    if (found.type === 'country') expect([null, token.toUpperCase()]).toContain(found.matched_name);
}); // prettier-ignore

test('names in a language of Accept-Language count, and the answer says that it varies', async () => {
  const first = async (language: string) => {
    const headers = { 'Accept-Language': language };
    const { body, headers: { vary } } = await api.ask('/search?token=del&types=country', { headers });
    return [(JSON.parse(body.toString()) as { data: Found[] }).data.map(({ matched_name: name }) => name), vary];
  };
  expect(await first('hu-HU,en;q=0.5')).toEqual([expect.arrayContaining(['Dél-Korea']), expect.stringContaining('Accept-Language')]);
  expect(await first('en')).toEqual([['Città del Vaticano'], expect.stringContaining('Accept-Language')]);
  expect((await api.ask('/countries/findByName?token=del')).headers.vary).not.toContain('Accept-Language');
}); // prettier-ignore

test('one ranking: large cities are not behind countries, and both are found', async () => {
  const york = await find('cities', 'york', { limit: 5 });
  expect(york).toEqual(expect.arrayContaining(['GBR_York', 'USA_NewYorkCity']));
  expect(await find('cities', 'francisco', { limit: 5 })).toContain('USA_SanFrancisco');
  const san = await search('san', { limit: 20 });
  expect(san).toEqual(expect.arrayContaining(['USA_SanDiego', 'USA_SanFrancisco']));
  expect(await search('mexico', { limit: 3 })).toEqual(expect.arrayContaining(['MEX', 'MEX_MexicoCity'])); // prettier-ignore
});

test('matched_names has what matched where it is not the name shown', async () => {
  const query = { token: 'cracow', match: 'fuzzy', limit: 1 };
  const { body } = await api.get<City[]>(CITIES, query);
  expect(body).toMatchObject({ data: [{ id: 'POL_Kraków' }], matched_names: ['Cracow'] });
  for (const [token, lang] of [['wien', 'en'], ['wien', 'de'], ['paris', 'en'], ['san', 'ja'], ['xqzzk', 'en']] as const) {
    const answer = (await api.get<City[]>(CITIES, { ...query, token, lang, limit: 50 })).body;
    expect(answer.matched_names).toHaveLength(answer.data.length);
    for (const [at, { name }] of answer.data.entries()) expect(answer.matched_names?.[at]).not.toBe(name);
    if (token === 'wien') expect(answer.matched_names?.[0]).toBe(lang === 'de' ? null : 'Wien');
  }
  const { body: countries } = await api.get<Country[]>('/countries/findByName', { ...query, token: 'burma' });
  expect(countries).toMatchObject({ data: [{ id: 'MMR' }], matched_names: ['Burma'] });
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
    const { body } = await api.get<Found[]>('/search', { token: 'mexico', lang: 'de', limit: 2 });
    const country = { id: 'MEX', name: 'Mexiko', continent: 'North America', population: expect.any(Number) as unknown };
    expect(body.data).toContainEqual({ type: 'country', matched_name: expect.any(String) as unknown, country });
    expect(body.data).toHaveLength(2);
    expect(body).not.toHaveProperty('matched_names');
    expect(await search('mexico')).toHaveLength(10);
    expect(await search('mex', { types: 'country' })).toEqual(['MEX']);
    for (const id of await search('mexico', { types: 'city' })) expect(id).toContain('_');
    const all = { limit: 100 };
    expect((await search('mexico', { ...all, types: 'city,country,region' })).sort()).toEqual((await search('mexico', all)).sort());
    for (const id of await search('mexico', { ...all, country_ids: 'USA' })) expect(id).toMatch(/^(?:USA_|...$)/);
    expect((await search('paris', NEAR_DALLAS))[0]).toBe('USA_Paris');
    for (const id of await search('monte', { ...all, primary_only: true })) expect(id).not.toBe('MCO_Monte-Carlo');
  }); // prettier-ignore

  test.each([
    '/search?token=Paris%2C%20tx',
    '/cities/findByName?match=fuzzy&token=Paris%2C%20tx',
    '/countries/findByName?match=fuzzy&token=Burma',
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
    ['California', 'USA_CA'], ['Bavaria', 'DEU_02'], ['Bayern', 'DEU_02'], ['Catalonia', 'ESP_56'], ['Catalunya', 'ESP_56'],
    ['Crimea', 'UKR_11'], ['Hawaii', 'USA_HI'], ['Tibet', 'CHN_14'], ['Tuscany', 'ITA_16'],
    ['Toscana', 'ITA_16'], ['北海道', 'JPN_12'], ['new south wales', 'AUS_02'], ['calfornia', 'USA_CA'], ['quensland', 'AUS_04'],
    ['TX', 'USA_TX'], ['England', 'GBR_ENG'], ['california, usa', 'USA_CA'], ['kerala india', 'IND_13'], ['tasm', 'AUS_06'],
  ])('%s finds %s first', async (token, id) => {
    expect((await search(token))[0]).toBe(id);
  }); // prettier-ignore

  test.each([
    ['New York', 'USA_NewYorkCity', 'USA_NY'], ['Washington', 'USA_Washington', 'USA_WA'], ['Mexico', 'MEX_MexicoCity', 'MEX_15'],
    ['Buenos Aires', 'ARG_BuenosAires', 'ARG_01'], ['Moscow', 'RUS_Moscow', 'RUS_47'], ['Luxembourg', 'LUX_Luxembourg', 'LUX_LU'],
    ['Madrid', 'ESP_Madrid', 'ESP_29'], ['Georgia', 'GEO', 'USA_GA'], ['Scotland', 'GBR', 'GBR_SCT'],
  ])('%s finds %s first, then %s', async (token, first, region) => {
    const found = await search(token, { limit: 5 });
    expect(found[0]).toBe(first);
    expect(found).toContain(region);
  }); // prettier-ignore

  test('one that is hardly more than a city of its name is found only without cities', async () => {
    for (const [token, region] of [['Tokyo', 'JPN_40'], ['Berlin', 'DEU_16'], ['Shanghai', 'CHN_23']] as const) {
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
    expect(await search('punjab', { ...regions, country_ids: 'PAK' })).toEqual(['PAK_04']);
    expect(await search('california', { ...regions, primary_only: true })).toEqual([]);
    expect(await search('california', { types: 'country,city', limit: 100 })).not.toContain('USA_CA');
    expect((await search('la rioja', { ...regions, lat: 42, lng: -2 }))[0]).toBe('ESP_27');
    expect((await search('la rioja', { ...regions, lat: -29, lng: -67 }))[0]).toBe('ARG_12');
  }); // prettier-ignore
});

test.each([
  ['wilson', 'USA', 'Oklahoma', 'Ardmore Okmulgee'],
  ['troy', 'USA', 'Pennsylvania', 'Elmira Shiloh'],
  ['woodford', 'GBR', 'England', 'Kettering Salisbury'],
  // No city is larger within 150 km of the large one.
  ['udaipur', 'IND', 'Rajasthan', 'Nawalgarh'],
])('of two cities called %s in %s, %s, the answer tells larger ones nearby', async (token, country_ids, region, near) => {
  interface Twin { type: string; city: City; near?: string }
  const { body } = await api.get<Twin[]>('/search', { token, country_ids, types: 'city', limit: 30 });
  const isTwin = ({ city: { name, region_name } }: Twin) =>
    body.data.filter(({ city: other }) => other.name === name && other.region_name === region_name).length > 1;
  expect(body.data.filter((each) => each.near !== undefined && !isTwin(each))).toEqual([]);
  const twins = body.data.filter((each) => each.city.name.toLowerCase() === token && each.city.region_name === region);
  expect(twins).toHaveLength(2);
  expect(twins.flatMap((each) => each.near ?? []).sort().join(' ')).toBe(near);
  // Alone it is not a twin.
  const [{ city } = {}] = twins;
  const alone = await api.get<Twin[]>('/search', { token, country_ids, types: 'city', limit: 1 });
  expect(alone.body.data[0]).not.toHaveProperty('near');
  expect(city).not.toHaveProperty('near');
}); // prettier-ignore

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
