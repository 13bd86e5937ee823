import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { fold } from '../../indices/fold.js';
import type { Land } from '../../src/lands/present.js';
import { closestByCountry } from '../support/closest.js';
import { inParallel } from '../support/inParallel.js';
import {
  type City,
  type Country,
  ids,
  type Located,
  type Marker,
  type Place,
} from '../support/records.js';
import { distanceMeters } from '../support/sphere.js';
import { readCities } from '../support/stored.js';
import { shareWorld } from './world.js';

const INTERNAL = { token: 'dev-internal' };

const world = shareWorld(readCities);

/** Reads a table of `test/fixtures/world/`, whose README names its sources. */
function readFacts(file: string): Record<string, string>[] {
  const path = join(import.meta.dirname, '../fixtures/world', file);
  const [header = [], ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n').map((line) => line.split('\t')); // prettier-ignore
  return rows.map((cells) => Object.fromEntries(header.map((key, at) => [key, cells[at] ?? ''])));
}

describe('facts', () => {
  const MOST_METERS = 25_000;
  /** Cities on disputed ground, where the built-in border is not that of the facts. */
  const DISPUTED = new Set(['Jerusalem']);

  test('capitals and large cities are found by name, in their country and region, at their place', async () => {
    const facts = readFacts('cities.tsv');
    expect(facts).toHaveLength(387);
    const primary = closestByCountry(world.cities.filter((city) => city.primary));
    const faults: string[] = [];
    await inParallel(
      facts,
      async (fact) => {
        const { country = '', name = '', region = '', latitude: lat = '', longitude: lng = '' } = fact; // prettier-ignore
        const point = { latitude: Number(lat), longitude: Number(lng) };
        const query = { token: name, any_name: true, limit: 1_000 };
        const found = (await world.api.get<City[]>('/cities/findByName', query)).body.data;
        const near = found.filter(
          (city) => city.country_id === country && distanceMeters(point, city.latlng) < MOST_METERS,
        );
        if (!near.some((each) => (each.region_name ?? '') === region)) {
          faults.push(`${name} is not in ${region} of ${country}: ${ids(near).join()}`);
        }
        const isPrimary = (primary.get(country)?.to(point).meters ?? Infinity) < MOST_METERS;
        if (fact.kind === 'capital' && !isPrimary) faults.push(`${name} is not primary`);
        if (DISPUTED.has(name)) return;
        const { countries, city } = (await world.api.get<Located>('/locate', { lat, lng })).body
          .data;
        if (countries[0]?.id !== country) faults.push(`${name} is in ${ids(countries).join()}`);
        if (city.country_id !== country) faults.push(`${name}: ${city.id} is the closest city`);
        // A token has one large result at a time.
      },
      1,
    );
    expect(faults).toEqual([]);
  });

  test.each(readFacts('enclaves.tsv'))(
    '$name is $country, and so is its closest city',
    async ({ country = '', latitude: lat = '', longitude: lng = '' }) => {
      const { countries, city } = (await world.api.get<Located>('/locate', { lat, lng })).body.data;
      expect(countries[0]?.id).toBe(country);
      // Some enclaves are smaller than any city.
      expect([country, 'NO_COUNTRY']).toContain(city.country_id);
    },
  );

  test('Saint Peter is in the land of the Vatican, and Italy is nearby', async () => {
    const place = { lat: 41.9022, lng: 12.4533 };
    const countries = await world.api.get<Country[]>('/countries/findByLocation', place);
    expect(ids(countries.body.data)).toEqual(['VAT', 'ITA']);
    const lands = await world.api.get<Land[]>('/lands/findByLocation', place);
    expect(lands.body.data.map(({ country_id }) => country_id)).toEqual(['VAT']);
  });

  test.each(readFacts('places.tsv'))(
    '$category $name',
    async ({ category = '', name = '', country, latitude = '', longitude = '' }) => {
      // About 2.8 km: the point of an airport may be its tower, or the middle of its runways.
      const around = { lat: latitude, lng: longitude, k: 3, categories: category };
      const { body } = await world.api.get<Place[]>('/places/findByLocation', around, INTERNAL);
      expect(body.data.filter((place) => place.category !== category)).toEqual([]);
      const place = body.data.find((found) => fold(found.name).includes(fold(name)));
      const at = { lat: place?.latlng.latitude ?? '', lng: place?.latlng.longitude ?? '' };
      const countries = await world.api.get<Country[]>('/countries/findByLocation', at);
      expect(ids(countries.body.data)).toContain(country);
      const circle = { ...at, radius: 100, season: 1 };
      const markers = await world.api.get<Marker[]>('/markers/findByRadius', circle, INTERNAL);
      expect(ids(markers.body.data)).toContain(place?.id);
    },
  );

  /** Their point in `zone.tab`, in whole minutes, lies in the sea, more than 7.5 km from land. */
  const AT_SEA = 'Asia/Aden,Asia/Bahrain,Pacific/Chuuk,Pacific/Kwajalein,Pacific/Marquesas,Pacific/Tarawa'; // prettier-ignore
  const LEFT_OUT = new Set(AT_SEA.split(','));
  const ANTARCTICA = 'AQ';

  test('the clock at the main place of every zone of the tz database is that of the zone', async () => {
    const zones = readFacts('zones.tsv').filter(
      ({ country, zone = '' }) => country !== ANTARCTICA && !LEFT_OUT.has(zone),
    );
    expect(zones.length).toBeGreaterThan(398);
    const faults: string[] = [];
    await inParallel(zones, async ({ coordinates = '', zone = '' }) => {
      const { body } = await world.api.get<Located>('/locate', iso6709(coordinates));
      const { time_zone: found, city } = body.data;
      if (found === null || offsetsOf(found) !== offsetsOf(zone))
        faults.push(`${zone}: ${found ?? 'none'} (${city.id})`);
    });
    expect(faults).toEqual([]);
  });

  /** Returns the offsets of a zone in winter and in summer. */
  function offsetsOf(zone: string): string {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
    return [0, 6].map((month) => format.format(Date.UTC(2026, month, 15))).join();
  }

  /** Reads degrees, minutes and perhaps seconds, latitude before longitude. */
  function iso6709(coordinates: string): { lat: number; lng: number } {
    const [lat = NaN, lng = NaN] = (coordinates.match(/[+-]\d+/gu) ?? []).map((angle, axis) => {
      const parts = /^.(\d{3})(\d\d)(\d\d)?$/.exec(axis === 0 ? angle.replace(/\d/, '0$&') : angle);
      const [degrees = NaN, minutes = NaN, seconds = NaN] = (parts ?? []).slice(1).map((part?: string) => Number(part ?? 0)); // prettier-ignore
      const size = degrees + minutes / 60 + seconds / 3_600;
      return angle.startsWith('-') ? -size : size;
    });
    return { lat, lng };
  }
});
