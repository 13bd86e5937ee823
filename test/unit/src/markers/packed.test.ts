import { expect, test } from '@jest/globals';
import { landAt } from '../../../../core/geo/land.js';
import { distanceKm, type Point } from '../../../../core/geo/point.js';
import { inOrder, type Near, PackedMarkers, reachOf } from '../../../../src/markers/packed.js';
import { seeded } from '../../../support/random.js';
import { anywhere } from '../../../support/sphere.js';

const markerAt = (id: string, at: Point) => ({
  ...{ id, land_id: landAt(at) },
  location: [at.longitude, at.latitude] as [number, number],
});

test('the markers within reach are those of brute force, as they were packed', () => {
  const random = seeded(9);
  const near = ({ latitude, longitude }: Point): Point => ({
    latitude: Math.max(-90, Math.min(90, latitude + (random() - 0.5) / 5)),
    longitude: longitude + (random() - 0.5) / 5,
  });
  const ends = [90, -90, 0].flatMap((latitude) => [180, -180].map((longitude) => ({ latitude, longitude })));
  for (const point of [...ends, ...Array.from({ length: 100 }, () => anywhere(random))]) {
    const documents = Array.from({ length: 60 }, (_, number) => {
      const { latitude, longitude } = near(point);
      const id = number % 3 === 0 ? `Ōsaka-城-${number}` : `place-${number}`;
      return markerAt(id, { latitude, longitude: ((longitude + 540) % 360) - 180 });
    });
    const radiusMeters = 5_000 * random();
    const found: Near[] = [];
    new PackedMarkers(documents).addNear(reachOf({ point, radiusMeters }), found);
    const expected = documents.filter(({ location: [longitude, latitude] }) => 1_000 * distanceKm(point, { latitude, longitude }) <= radiusMeters);
    expect(inOrder(found)).toHaveLength(expected.length);
    expect(new Set(inOrder(found))).toEqual(new Set(expected));
  }
}); // prettier-ignore

test('ids of ASCII letters only, and no markers', () => {
  const marker = markerAt('place-1', { latitude: 48.85, longitude: 2.35 });
  const found: Near[] = [];
  const reach = reachOf({ point: { latitude: 48.85, longitude: 2.35 }, radiusMeters: 10 });
  new PackedMarkers([]).addNear(reach, found);
  new PackedMarkers([marker]).addNear(reach, found);
  expect(inOrder(found)).toEqual([marker]);
});
