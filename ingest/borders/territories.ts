import type { Box } from '../../core/geo/box.js';

/**
 * Every choice of ours on which country a part of the atlas belongs to; what is not named here
 * belongs to the ISO 3166-1 entry whose number its feature carries.
 */

/** A feature of the atlas without a number of its own that belongs to one country. */
interface UncodedFeature {
  /** Id of the country. */
  country: string;
  reason: string;
}

/**
 * The features without a number, by their name in world-atlas. Such a territory goes to the ISO
 * country that claims it; among several, to the one that administers it, or most of it.
 */
export const UNCODED_FEATURES: ReadonlyMap<string, UncodedFeature> = new Map([
  ['Akrotiri', { country: 'GBR', reason: 'sovereign base area, kept by the treaty of 1960' }],
  ['Bajo Nuevo Bank', { country: 'COL', reason: 'administered; ICJ, Nicaragua v. Colombia 2012' }],
  ['Baikonur', { country: 'KAZ', reason: 'leased to Russia, sovereignty is Kazakhstan’s' }],
  ['Clipperton I.', { country: 'FRA', reason: 'state private property of France; ISO: no entry' }],
  ['Coral Sea Is.', { country: 'AUS', reason: 'external territory of Australia; ISO: no entry' }],
  ['Cyprus U.N. Buffer Zone', { country: 'CYP', reason: 'claimed by Cyprus alone' }],
  ['Dhekelia', { country: 'GBR', reason: 'sovereign base area, kept by the treaty of 1960' }],
  ['Kosovo', { country: 'XKX', reason: 'an entry of its own in this service' }],
  ['N. Cyprus', { country: 'CYP', reason: 'claimed by Cyprus' }],
  ['Scarborough Reef', { country: 'CHN', reason: 'claimed by three, controlled by China' }],
  ['Serranilla Bank', { country: 'COL', reason: 'administered; ICJ, Nicaragua v. Colombia 2012' }],
  ['Siachen Glacier', { country: 'IND', reason: 'claimed by two, administered by India' }],
  ['Somaliland', { country: 'SOM', reason: 'claimed by Somalia' }],
  ['Spratly Is.', { country: 'VNM', reason: 'claimed by six, most islets held by Vietnam' }],
  ['USNB Guantanamo Bay', { country: 'CUB', reason: 'leased to the US, sovereignty is Cuba’s' }],
]);

/** Countries that the atlas draws over a neighbour, by 0.014 km²: the land is theirs. */
export const DRAWN_OVER_OTHERS: ReadonlySet<string> = new Set(['MAC']);

/** Parts of a feature that are a country of their own, and that the feature's country loses. */
export interface DetachedPart extends Box {
  /** Id of the country that gets every polygon of the feature that lies wholly within the box. */
  country: string;
  what: string;
  /** Number of the feature, or its name where it has none. */
  feature: string;
  /** Set when a polygon reaching beyond the box is cut at its edge, and the inner part taken. */
  cut?: true;
}

/**
 * The ISO 3166-1 entries, and parts of such, that the atlas draws as parts of another feature.
 * The last two are drawn as they are held. ISO 3166-2 lists Crimea in Ukraine, and Western Sahara
 * is all of the land south of 27°40′ N; the city data agrees, and a point must find its cities.
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
  { country: 'ESH', what: 'Western Sahara', feature: '504', west: -18, south: 20, east: -8, north: 27.6667, cut: true },
]; // prettier-ignore
