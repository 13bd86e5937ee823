import type { Position } from 'geojson';
import type { Box } from '../../core/geo/box.js';

/**
 * Every choice of ours on which country a territory belongs to. The built-in borders show who holds a
 * territory. What is not named here belongs to the country that they draw it in.
 */
export interface Choice {
  /** Id of the country. */
  country: string;
  what: string;
  /** Longitude and latitude of a place in it, in degrees. */
  at: Position;
  reason: string;
  /** The ring, or the land of a country in it. Undefined: the built-in borders draw it as chosen. */
  taken?: { from?: string; ring: readonly Position[] };
}

/** Returns the corners of a box. */
const boxed = (west: number, south: number, east: number, north: number): Position[] =>
  [[west, south], [east, south], [east, north], [west, north], [west, south]]; // prettier-ignore

/**
 * The armistice line of 1949 from the north-west of Jerusalem to its south, by places on both sides of it, and
 * back around the east. It is good to some 100 m.
 */
const EAST_JERUSALEM: readonly Position[] = [
  [35.16, 31.815], [35.19, 31.81], [35.212, 31.809], [35.2215, 31.806], [35.2225, 31.798], [35.2262, 31.789],
  [35.2265, 31.779], [35.2276, 31.7755], [35.23, 31.77], [35.2335, 31.7685], [35.2335, 31.765], [35.2315, 31.762],
  [35.232, 31.75], [35.222, 31.7395], [35.212, 31.736], [35.205, 31.743], [35.196, 31.742], [35.175, 31.733],
  [35.175, 31.7], [35.31, 31.7], [35.31, 31.88], [35.16, 31.88], [35.16, 31.815],
]; // prettier-ignore

export const CHOICES: readonly Choice[] = [
  { country: 'UKR', what: 'Crimea', at: [34.1, 44.95], reason: 'ISO 3166-2 lists it in Ukraine, as the city data does', taken: { from: 'RUS', ring: boxed(32, 44, 36.66, 46.3) } },
  { country: 'PSE', what: 'East Jerusalem', at: [35.2339, 31.7834], reason: 'the city data has it in Palestine; border: the line of 1949', taken: { from: 'ISR', ring: EAST_JERUSALEM } },
  { country: 'SHN', what: 'Saint Helena', at: [-5.7, -15.95], reason: 'an entry of ISO 3166-1, drawn in the United Kingdom', taken: { from: 'GBR', ring: boxed(-6.5, -16.5, -5, -15.5) } },
  { country: 'ISR', what: 'West Jerusalem', at: [35.2196, 31.782], reason: 'west of the line of 1949' },
  { country: 'ISR', what: 'the Golan Heights', at: [35.6914, 32.9919], reason: 'drawn as held, as before; three of its towns are Syrian in the city data' },
  { country: 'ESH', what: 'Western Sahara', at: [-13.2, 27.15], reason: 'all of the land south of 27°40′ N, in ISO and in the city data' },
  { country: 'IND', what: 'Jammu and Kashmir, Ladakh', at: [74.8, 34.08], reason: 'along the line of control, as held' },
  { country: 'PAK', what: 'Azad Kashmir, Gilgit-Baltistan', at: [74.31, 35.92], reason: 'along the line of control, as held' },
  { country: 'CHN', what: 'Aksai Chin', at: [79.3, 35.2], reason: 'along the line of actual control, as held' },
  { country: 'IND', what: 'Siachen Glacier', at: [77.1, 35.42], reason: 'claimed by two, administered by India' },
  { country: 'IND', what: 'Arunachal Pradesh', at: [93.6, 27.1], reason: 'claimed by two, administered by India' },
  { country: 'GEO', what: 'Abkhazia', at: [41.02, 43.0], reason: 'in Georgia by ISO 3166-2 and the city data' },
  { country: 'GEO', what: 'South Ossetia', at: [43.97, 42.22], reason: 'claimed by Georgia; no entry of ISO' },
  { country: 'XKX', what: 'Kosovo', at: [21.16, 42.66], reason: 'an entry of its own in this service' },
  { country: 'CYP', what: 'Northern Cyprus', at: [33.33, 35.33], reason: 'claimed by Cyprus' },
  { country: 'CYP', what: 'the buffer zone of Cyprus', at: [33.0, 35.11], reason: 'claimed by Cyprus alone' },
  { country: 'GBR', what: 'Akrotiri', at: [32.97, 34.59], reason: 'sovereign base area, kept by the treaty of 1960' },
  { country: 'GBR', what: 'Dhekelia', at: [33.74, 34.99], reason: 'sovereign base area, kept by the treaty of 1960' },
  { country: 'SOM', what: 'Somaliland', at: [44.065, 9.56], reason: 'claimed by Somalia' },
  { country: 'MDA', what: 'Transnistria', at: [29.63, 46.84], reason: 'claimed by Moldova; no entry of ISO' },
  { country: 'KAZ', what: 'Baikonur', at: [63.31, 45.62], reason: 'leased to Russia, sovereignty is Kazakhstan’s' },
  { country: 'CUB', what: 'Guantanamo Bay', at: [-75.13, 19.9], reason: 'leased to the US, sovereignty is Cuba’s' },
  { country: 'EGY', what: 'the Halaib Triangle', at: [35.5, 22.6], reason: 'north of 22° N, held by Egypt' },
  { country: 'SDN', what: 'Bir Tawil', at: [33.7, 21.88], reason: 'claimed by none; south of 22° N, as before', taken: { ring: boxed(33.1, 21.7, 34.12, 22) } },
  { country: 'CHN', what: 'Scarborough Reef', at: [117.76, 15.14], reason: 'claimed by three, controlled by China' },
  { country: 'VNM', what: 'the Spratly Islands', at: [115.3674, 10.2378], reason: 'claimed by six, most islets held by Vietnam' },
  { country: 'FRA', what: 'Clipperton', at: [-109.217, 10.3], reason: 'state private property of France; ISO: no entry' },
  { country: 'AUS', what: 'the Coral Sea Islands', at: [154.3917, -21.0295], reason: 'external territory of Australia; ISO: no entry' },
  { country: 'COL', what: 'Bajo Nuevo Bank', at: [-78.64, 15.88], reason: 'administered; ICJ, Nicaragua v. Colombia 2012' },
  { country: 'COL', what: 'Serranilla Bank', at: [-79.9886, 15.7949], reason: 'administered; ICJ, Nicaragua v. Colombia 2012' },
]; // prettier-ignore

/** Land that the built-in borders leave out, or draw in a neighbour: it gets a circle as its border. */
export interface Islet {
  /** Id of the country. */
  country: string;
  what: string;
  /** Degrees. */
  longitude: number;
  latitude: number;
  radiusMeters: number;
  /** Where the point and the radius come from. */
  source: string;
}

/** A circle covers it, or most of it. */
export const ISLETS: readonly Islet[] = [
  { country: 'BGD', what: 'Dahagram-Angarpota, in India', longitude: 88.95, latitude: 26.3, radiusMeters: 2400, source: 'its 18.7 km² (India–Bangladesh agreement of 1974)' },
  { country: 'KGZ', what: 'Barak, in Uzbekistan', longitude: 72.767, latitude: 40.667, radiusMeters: 800, source: 'about 2 km² around the village' },
  { country: 'RUS', what: 'Sankovo-Medvezhye, in Belarus', longitude: 31.567, latitude: 52.475, radiusMeters: 1200, source: 'its 4.5 km²' },
  { country: 'FSM', what: 'Namoluk', longitude: 153.14, latitude: 5.915, radiusMeters: 1500, source: 'GeoNames' },
  { country: 'FSM', what: 'Ettal', longitude: 153.564, latitude: 5.592, radiusMeters: 1500, source: 'GeoNames' },
  { country: 'IDN', what: 'Geser', longitude: 130.9254, latitude: -3.8732, radiusMeters: 1500, source: 'GeoNames' },
  { country: 'VNM', what: 'the Spratly Islands', longitude: 115.3674, latitude: 10.2378, radiusMeters: 200, source: 'Natural Earth' },
  { country: 'CHN', what: 'Scarborough Reef', longitude: 117.76, latitude: 15.14, radiusMeters: 200, source: 'Natural Earth' },
  { country: 'UKR', what: 'Zaozerne, at the coast', longitude: 33.27866, latitude: 45.15816, radiusMeters: 800, source: 'GeoNames' },
  { country: 'UKR', what: 'Foros, at the coast', longitude: 33.78816, latitude: 44.39312, radiusMeters: 800, source: 'GeoNames' },
  { country: 'UKR', what: 'Sonyachnohirske, at the coast', longitude: 34.53999, latitude: 44.74722, radiusMeters: 800, source: 'GeoNames' },
]; // prettier-ignore

/** Parts of a feature that are a country of their own, and that the feature's country loses. */
export interface DetachedPart extends Box {
  /** Id of the country that gets every polygon of the feature that lies wholly within the box. */
  country: string;
  what: string;
  /** Number of the feature, or its name where it has none. */
  feature: string;
}

/**
 * The ISO 3166-1 entries, and parts of such, that Natural Earth and others draw as parts of another feature. An own
 * file of borders that does so is read by them. ISO 3166-2 lists Crimea in Ukraine, and the city data agrees.
 */
export const DETACHED_PARTS: readonly DetachedPart[] = [
  { country: 'BES', what: 'Bonaire', feature: '528', west: -69, south: 11.5, east: -67.5, north: 13 },
  { country: 'BES', what: 'Saba and Sint Eustatius', feature: '528', west: -64, south: 17, east: -62.5, north: 18 },
  { country: 'BVT', what: 'Bouvet Island', feature: '578', west: 3, south: -55, east: 4, north: -54 },
  { country: 'CCK', what: 'Cocos Islands', feature: 'Indian Ocean Ter.', west: 96, south: -13, east: 98, north: -11 },
  { country: 'CXR', what: 'Christmas Island', feature: 'Indian Ocean Ter.', west: 105, south: -11, east: 106, north: -10 },
  { country: 'GLP', what: 'Guadeloupe with its islands', feature: '250', west: -62, south: 15.7, east: -60.8, north: 16.7 },
  { country: 'GUF', what: 'French Guiana', feature: '250', west: -55, south: 2, east: -51, north: 6 },
  { country: 'MTQ', what: 'Martinique', feature: '250', west: -61.5, south: 14.3, east: -60.7, north: 15 },
  { country: 'MYT', what: 'Mayotte', feature: '250', west: 44.9, south: -13.1, east: 45.4, north: -12.5 },
  { country: 'REU', what: 'Réunion', feature: '250', west: 55, south: -21.5, east: 56, north: -20.8 },
  { country: 'SJM', what: 'Svalbard with Bear Island', feature: '578', west: 10, south: 74, east: 35, north: 81 },
  { country: 'SJM', what: 'Jan Mayen', feature: '578', west: -9.5, south: 70.5, east: -7.5, north: 71.5 },
  { country: 'TKL', what: 'Tokelau', feature: '554', west: -173, south: -10, east: -171, north: -8 },
  { country: 'UKR', what: 'Crimea', feature: '643', west: 32, south: 44, east: 36.8, north: 46.4 },
]; // prettier-ignore
