import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Api, startApi } from '../../support/api.js';
import { type Country, ids } from '../../support/records.js';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

async function find(lat: number, lng: number): Promise<string[]> {
  return ids((await api.get<Country[]>('/countries/findByLocation', { lat, lng })).body.data);
}

describe('ISO entries that the source draws as parts of another one have their own border', () => {
  test.each([
    ['Kralendijk, Bonaire', 12.15, -68.277, 'BES'],
    ['The Bottom, Saba', 17.63, -63.235, 'BES'],
    ['Oranjestad, Sint Eustatius', 17.485, -62.98, 'BES'],
    ['Bouvet Island', -54.423, 3.36, 'BVT'],
    ['West Island, Cocos', -12.188, 96.829, 'CCK'],
    ['Flying Fish Cove, Christmas Island', -10.42, 105.678, 'CXR'],
    ['Pointe-à-Pitre, Guadeloupe', 16.241, -61.533, 'GLP'],
    ['Cayenne', 4.9372, -52.326, 'GUF'],
    ['Fort-de-France, Martinique', 14.609, -61.07, 'MTQ'],
    ['Mamoudzou, Mayotte', -12.78, 45.228, 'MYT'],
    ['Saint-Denis, Réunion', -20.882, 55.45, 'REU'],
    ['Longyearbyen, Svalbard', 78.2232, 15.6469, 'SJM'],
    ['Jan Mayen', 70.98, -8.53, 'SJM'],
    ['Nukunonu, Tokelau', -9.2, -171.848, 'TKL'],
  ])('%s', async (_, lat, lng, id) => {
    expect(await find(lat, lng)).toEqual([id]);
  });
});

describe('territory without a code of its own goes to the country that claims it', () => {
  test.each([
    ['Kyrenia, Northern Cyprus', 35.33, 33.33, ['CYP']],
    ['Nicosia, by the buffer zone', 35.17, 33.36, ['CYP']],
    ['Hargeisa, Somaliland', 9.56, 44.065, ['SOM']],
    ['Baikonur', 45.62, 63.31, ['KAZ']],
    ['Guantanamo Bay', 19.9, -75.13, ['CUB']],
    ['Akrotiri', 34.59, 32.97, ['GBR', 'CYP']],
    ['Dhekelia', 34.99, 33.74, ['GBR', 'CYP']],
    ['Siachen Glacier', 35.42, 77.1, ['IND']],
    ['Clipperton', 10.3, -109.217, ['FRA']],
    ['Scarborough Reef', 15.14, 117.76, ['CHN']],
    ['Bajo Nuevo Bank', 15.88, -78.64, ['COL']],
    ['Serranilla Bank', 15.7949, -79.9886, ['COL']],
    ['Spratly Islands', 10.2378, 115.3674, ['VNM']],
    ['Coral Sea Islands', -21.0295, 154.3917, ['AUS']],
    ['the United Nations buffer zone of Cyprus', 35.0576, 33.9611, ['CYP', 'GBR']],
    ['Simferopol, Crimea', 44.95, 34.1, ['UKR']],
    ['El Aaiún, Western Sahara', 27.15, -13.2, ['ESH']],
  ])('%s', async (_, lat, lng, expected) => {
    expect(await find(lat, lng)).toEqual(expected);
  });
});

describe('the primary countries that are no members of the UN', () => {
  test.each([
    ['Pristina', 42.66, 21.16, 'XKX'],
    ['Taipei', 25.03, 121.56, 'TWN'],
    ['Ramallah', 31.9, 35.2, 'PSE'],
    ['Vatican City', 41.9034, 12.4534, 'VAT'],
  ])('%s', async (_, lat, lng, id) => {
    const query = { lat, lng, primary_only: true };
    const { body } = await api.get<Country[]>('/countries/findByLocation', query);
    expect(ids(body.data)).toContain(id);
  });
});
