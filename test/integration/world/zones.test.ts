import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Api, startApi } from '../../support/api.js';
import { inParallel } from '../../support/inParallel.js';
import { type City, type Country } from '../../support/records.js';
import { readFacts } from './facts.js';

/** What a point in time is in a zone, in winter and in summer. */
const SEASONS = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];

/** Zones without a city of 1,000 inhabitants: the closest one is in another zone. */
const WITHOUT_A_CITY = new Set([
  'America/Adak', 'America/Blanc-Sablon', 'America/Danmarkshavn', 'America/Resolute', 'America/Scoresbysund',
  'America/Thule', 'America/Yakutat', 'Antarctica/Macquarie', 'Australia/Eucla', 'Australia/Lord_Howe',
  'Pacific/Kanton',
]); // prettier-ignore

/** Their point in `zone.tab`, in whole minutes, lies in the sea, more than 7.5 km from land as drawn. */
const AT_SEA = new Set([
  'Asia/Aden', 'Asia/Bahrain', 'Pacific/Chuuk', 'Pacific/Kwajalein', 'Pacific/Marquesas', 'Pacific/Tarawa',
]); // prettier-ignore

/** Countries without a city. */
const WITHOUT_CITIES = new Set(['AQ', 'UM']);

interface Located {
  countries: Country[];
  city: City;
  time_zone: string | null;
}

const zones = readFacts('zones.tsv', ['country', 'coordinates', 'zone']).filter(
  ({ country, zone }) =>
    !WITHOUT_CITIES.has(country) && !WITHOUT_A_CITY.has(zone) && !AT_SEA.has(zone),
);

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('the clock at the main city of every zone of the tz database is that of the zone', async () => {
  expect(zones.length).toBeGreaterThan(385);
  const faults: string[] = [];
  await inParallel(zones, async ({ coordinates, zone }) => {
    const { body } = await api.get<Located>('/locate', pointOf(coordinates));
    const { time_zone: found, city } = body.data;
    if (found === null || offsetsOf(found) !== offsetsOf(zone))
      faults.push(`${zone}: ${found ?? 'none'} (${city.id})`);
  });
  expect(faults).toEqual([]);
});

function offsetsOf(zone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  return SEASONS.map((time) => format.format(time)).join();
}

/** Reads ISO 6709: degrees, minutes and perhaps seconds, latitude before longitude. */
function pointOf(coordinates: string): { lat: number; lng: number } {
  const [lat = NaN, lng = NaN] = (coordinates.match(/[+-]\d+/gu) ?? []).map((angle, axis) => {
    const digits = 2 + axis;
    const [degrees, minutes, seconds] = [
      angle.slice(1, 1 + digits),
      angle.slice(1 + digits, 3 + digits),
      angle.slice(3 + digits),
    ].map(Number);
    const size = (degrees ?? NaN) + (minutes ?? NaN) / 60 + (seconds ?? NaN) / 3_600;
    return angle.startsWith('-') ? -size : size;
  });
  return { lat, lng };
}
