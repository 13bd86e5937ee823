interface LatLng {
  latitude: number;
  longitude: number;
}

const EARTH_RADIUS_METERS = 6_371_008.8;

/** By the chord through the globe, unlike the service; NaN when there is no second place. */
export function distanceMeters(from: LatLng, to: LatLng | null): number {
  if (to === null) return NaN;
  const [x, y, z] = onUnitSphere(from);
  const [toX, toY, toZ] = onUnitSphere(to);
  const chord = Math.hypot(toX - x, toY - y, toZ - z);
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, chord / 2));
}

/** In units of the earth's radius from its middle. */
export function onUnitSphere({ latitude, longitude }: LatLng): [x: number, y: number, z: number] {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}
