import { describe, expect, test } from '@jest/globals';
import { mapAsync } from 'es-toolkit';
import { startApi } from '../support/api.js';
import { readProjectFile } from '../support/docs.js';
import { inParallel } from '../support/inParallel.js';
import type { City } from '../support/records.js';
import { type Found, nameLookups } from '../support/nameLookups.js';
import { untilEnd } from '../support/each.js';

const api = untilEnd(await startApi());

const CITIES = '/cities/findByName';

const { find, search } = nameLookups(api);

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

test('one ranking: large cities are not behind countries, and both are found', async () => {
  const york = await find('cities', 'york', { limit: 5 });
  expect(york).toEqual(expect.arrayContaining(['GBR_York', 'USA_NewYorkCity']));
  expect(await find('cities', 'francisco', { limit: 5 })).toContain('USA_SanFrancisco');
  const san = await search('san', { limit: 20 });
  expect(san).toEqual(expect.arrayContaining(['USA_SanDiego', 'USA_SanFrancisco']));
  expect(await search('mexico', { limit: 3 })).toEqual(expect.arrayContaining(['MEX', 'MEX_MexicoCity'])); // prettier-ignore
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

test('one that is hardly more than a city of its name, and two of one name', async () => {
  expect(await search('Shanghai', { limit: 100 })).not.toContain('CHN_23');
  expect((await search('Shanghai', { types: 'region' }))[0]).toBe('CHN_23');
  const regions = { types: 'region', limit: 100 };
  expect(await search('punjab', { ...regions, country_ids: 'PAK' })).toEqual(['PAK_04']);
  expect((await search('la rioja', { ...regions, lat: 42, lng: -2 }))[0]).toBe('ESP_27');
  expect((await search('la rioja', { ...regions, lat: -29, lng: -67 }))[0]).toBe('ARG_12');
});

test('names of countries in a language of Accept-Language count', async () => {
  const first = async (language: string) => {
    const headers = { 'Accept-Language': language };
    const { body } = await api.ask('/search?token=del&types=country', { headers });
    return (JSON.parse(body.toString()) as { data: Found[] }).data.map(
      ({ matched_name: name }) => name,
    );
  };
  expect(await first('hu-HU,en;q=0.5')).toEqual(expect.arrayContaining(['Dél-Korea']));
  expect(await first('en')).toEqual(['Città del Vaticano']);
});
