import { expect, test } from '@jest/globals';
import { markerSchema, presentMarker } from '../../../../src/markers/present.js';

const base = {
  id: 'geonames-2988507',
  land_id: '881fb46625fffff',
  location: [2.3488, 48.85341] as [number, number],
};
const stored = { ...base, season: 7, icon: 12, skin: 'gold' };
const CONSTRUCTIBLE =
  '{"id":"geonames-2988507","land_id":"881fb46625fffff","latlng":{"latitude":48.85341,"longitude":2.3488},"is_built":false}';

test('a marker built in the asked season has the six fields of the specification', () => {
  expect(JSON.stringify(presentMarker(stored, 7))).toBe(
    '{"id":"geonames-2988507","land_id":"881fb46625fffff","latlng":{"latitude":48.85341,"longitude":2.3488},"icon":12,"skin":"gold","is_built":true}',
  );
});

test.each([
  ['built in an older season', stored, 8],
  ['built in a newer season', stored, 6],
  ['never built', base, 7],
  ['cleared', { ...base, season: null, icon: null, skin: null }, 0],
])('%s: neither icon nor skin', (_, marker, season) => {
  expect(JSON.stringify(presentMarker(marker, season))).toBe(CONSTRUCTIBLE);
});

test('the default skin is shown, and so are season and icon 0', () => {
  const marker = presentMarker({ ...base, season: 0, icon: 0, skin: '' }, 0);
  expect(marker).toMatchObject({ icon: 0, skin: '', is_built: true });
});

test('the documented shape takes both, and nothing else', () => {
  for (const season of [7, 8]) {
    const marker = presentMarker(stored, season);
    expect(markerSchema.validate(marker).error).toBeUndefined();
    expect(markerSchema.validate({ ...marker, season }).error).toBeDefined();
  }
});
