import { expect, test } from '@jest/globals';
import type { LandDocument } from '../../../../indices/lands.js';
import { creation } from '../../../../ingest/batches.js';
import { LandLines } from '../../../../ingest/lands/landLines.js';
import { UNKNOWN_OF_LAND } from '../../../support/unknownOfLand.js';

const LAND: LandDocument = {
  id: '881fb46625fffff',
  country_id: 'FRA',
  region_name: 'Île-de-France',
  closest_city_id: 'FRA_"Gentilly"',
  closest_city_name: 'Gent\\illy\n\u2028\ud800',
  closest_city_distance_km: 1.235,
  primary_city_id: 'FRA_Paris',
  primary_city_name: 'Paris',
  primary_city_distance_km: 1e-7,
  altitude: -3,
  main_biome: 'Urban',
  biome_percents: { Forest: 20.5, '"Urban"': 79.5, 2: 0 },
};

const NOTHING: LandDocument = {
  id: '881fb46627fffff',
  country_id: 'FRA',
  ...UNKNOWN_OF_LAND,
};

test('are those of all other documents, to the letter', () => {
  const lines = new LandLines();
  const origin = { file: '', line: 1, id: '' };
  // The second time what it keeps; many names, that it lets go of some.
  const many = Array.from({ length: 3_000 }, (_, at) => ({ ...LAND, region_name: `"${at}"` }));
  for (const document of [LAND, LAND, NOTHING, ...many, LAND]) {
    expect(lines.of(document)).toBe(creation({ origin, document }, () => undefined)?.lines);
  }
});
