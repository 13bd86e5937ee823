import { distanceKm, type Point } from '../../core/geo/point.js';
import type { CachedCity } from '../cities/present.js';

/** Farther away, a city says nothing about the time in a country with several zones. */
const REACH_KM = 500;

/** The countries with several zones in `zone.tab` of the tz database. */
const WITH_SEVERAL_ZONES: ReadonlySet<string> = new Set(
  'ARG ATA AUS BRA CAN CHL CHN COD CYP DEU ECU ESP FSM GRL IDN KAZ KIR MEX MHL MNG MYS NZL PNG PRT PSE PYF RUS UKR UMI USA UZB'.split(' '), // prettier-ignore
);

/**
 * Places with a zone of their own, and too few people for the built-in cities: points of `zone.tab` of the tz
 * database. Clipperton has no zone there. Some zones end nearer than {@link REACH_KM}: at that distance, half of the
 * land has another one by the boundaries of `timezone-boundary-builder`.
 */
const PLACES: readonly (readonly [
  country: string,
  Point,
  zone: string | null,
  reachKm?: number,
])[] = [
  ['AUS', { latitude: -31.7167, longitude: 128.8667 }, 'Australia/Eucla', 50],
  ['AUS', { latitude: -31.55, longitude: 159.0833 }, 'Australia/Lord_Howe'],
  ['AUS', { latitude: -54.5, longitude: 158.95 }, 'Antarctica/Macquarie'],
  ['CAN', { latitude: 51.4167, longitude: -57.1167 }, 'America/Blanc-Sablon', 10],
  ['CAN', { latitude: 74.6956, longitude: -94.8292 }, 'America/Resolute', 300],
  ['FRA', { latitude: 10.3, longitude: -109.2167 }, null],
  ['GRL', { latitude: 76.7667, longitude: -18.6667 }, 'America/Danmarkshavn', 150],
  ['GRL', { latitude: 70.4833, longitude: -21.9667 }, 'America/Scoresbysund'],
  ['GRL', { latitude: 76.5667, longitude: -68.7833 }, 'America/Thule', 150],
  ['KIR', { latitude: -2.7833, longitude: -171.7167 }, 'Pacific/Kanton'],
  ['UMI', { latitude: 28.2167, longitude: -177.3667 }, 'Pacific/Midway'],
  ['UMI', { latitude: 19.2833, longitude: 166.6167 }, 'Pacific/Wake'],
  ['USA', { latitude: 51.88, longitude: -176.6581 }, 'America/Adak'],
];

/**
 * Returns the IANA time zone of the closest city or place, or null if it is too far away.
 * @param countryIds the countries that the city was chosen from
 */
export function timeZoneAt(
  point: Point,
  countryIds: readonly string[],
  { city, timeZone }: CachedCity,
): string | null {
  let nearestKm = city.latlng === null ? Infinity : distanceKm(point, city.latlng);
  let zone = timeZone;
  for (const [country, place, own, reachKm = REACH_KM] of PLACES) {
    const km = countryIds.includes(country) ? distanceKm(point, place) : Infinity;
    if (km >= nearestKm || km > reachKm) continue;
    nearestKm = km;
    zone = own;
  }
  const isNear = nearestKm <= REACH_KM;
  return isNear || !countryIds.some((id) => WITH_SEVERAL_ZONES.has(id)) ? zone : null;
}
