import { expect, jest, test } from '@jest/globals';
import { CitySearch } from '../../../../src/cities/citySearch.js';
import type { Search } from '../../../../src/search/search.js';
import { SetLive } from '../../../support/setLive.js';

test.each([
  [99, 2],
  [199, 1],
])('a city of %d inhabitants, at the caller: %d searches, as from anywhere', async (population, searches) => {
  const munich = { id: 'DEU_Munich', country_id: 'DEU', name: 'Munich', population, location: [11.6, 48.1] };
  const search = jest.fn(() => Promise.resolve([{ _id: munich.id, _source: munich }]));
  const citySearch = new CitySearch(search as unknown as Search, () => Promise.resolve(() => []));
  const near = { latitude: 48.1, longitude: 11.6 };
  const lookup = { token: 'munich', language: 'en', limit: 5, near, primaryOnly: false, countryIds: undefined } as const;
  expect(await citySearch.find(lookup, new SetLive('1').now())).toHaveLength(1);
  expect(search).toHaveBeenCalledTimes(searches);
}); // prettier-ignore
