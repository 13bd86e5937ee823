import { describe, expect, test } from '@jest/globals';
import { groupBy } from 'es-toolkit/array';
import { fold } from '../../indices/fold.js';
import { readFileCities } from '../support/geonames.js';
import { type Country, ids } from '../support/records.js';
import { distanceMeters } from '../support/sphere.js';
import { readCities, type StoredCity } from '../support/stored.js';
import { placeOf, shareWorld } from './world.js';

const world = shareWorld(readCities);

describe('the stored cities', () => {
  const sources = new Map(readFileCities().map((city) => [city.id, city]));

  test('are those of the file', () => {
    expect(world.cities).toHaveLength(sources.size);
    const changed = world.cities.filter((city) => {
      const source = sources.get(city.source_id);
      return (
        source?.name !== city.name ||
        source.region !== city.region_name ||
        source.timeZone !== city.time_zone ||
        source.population !== city.population ||
        [source.longitude, source.latitude].join() !== city.location.join()
      );
    });
    expect(changed).toEqual([]);
  });

  test('have the id of the country and the name; the most populous of a name keeps it', () => {
    expect(new Set(ids(world.cities)).size).toBe(world.cities.length);
    expect(ids(world.cities).filter((id) => !/^[A-Z]{3}_[^\s,]+$/u.test(id))).toEqual([]);
    const keepers = new Map<string, StoredCity>();
    const wrong = world.cities.filter((city) => {
      const plain = `${city.country_id}_${city.name.normalize('NFC').replace(/[\s,]/gu, '')}`;
      const keeper = keepers.get(plain);
      if (keeper === undefined) keepers.set(plain, city);
      // Two cities may be equally populous. Either may have it.
      const mayKeep = keeper === undefined || keeper.population === city.population;
      return mayKeep ? !city.id.startsWith(plain) : !city.id.startsWith(`${plain}_`);
    });
    expect(ids(wrong)).toEqual([]);
    const stored = new Set(ids(world.cities));
    expect([...keepers.keys()].filter((plain) => !stored.has(plain))).toEqual([]);
  });

  test('are primary if capital, of 100,000 people, or the largest of a primary country', async () => {
    const query = { primary_only: true };
    const { body } = await world.api.get<Country[]>('/countries/findAll', query);
    const primaryCountries = new Set(ids(body.data));
    const withLargest = new Set<string>();
    const expected = world.cities.filter(({ source_id, country_id, population }) => {
      const isLargest = primaryCountries.has(country_id) && !withLargest.has(country_id);
      if (isLargest) withLargest.add(country_id);
      return isLargest || population >= 100_000 || sources.get(source_id)?.isCapital;
    });
    // Several cities may be the most populous one. Any of them is right.
    const differing = expected.filter(({ primary, population }) => !primary && population > 0);
    expect(ids(differing)).toEqual([]);
    expect(world.cities.filter(({ primary }) => primary)).toHaveLength(expected.length);
    expect(withLargest.size).toBe(primaryCountries.size);
  });

  test('of one name and country are not within 5 km', () => {
    /** On two sides of a border between states, with a municipality on each. */
    const twins = 'Anthony,Bluefield,Bristol,Cachoeira Dourada,Chevy Chase,Kansas City,Lookout Mountain,Texarkana,Union City'; // prettier-ignore
    const isTwin = new Set(twins.split(',').map(fold));
    const groups = groupBy(world.cities, ({ country_id, name }) => `${country_id} ${fold(name)}`);
    const close = Object.values(groups).flatMap((group) =>
      group.filter((one, at) =>
        group.slice(0, at).some((other) => distanceMeters(placeOf(one), placeOf(other)) < 5_000),
      ),
    );
    expect(ids(close.filter(({ name }) => !isTwin.has(fold(name))))).toEqual([]);
  });
});
