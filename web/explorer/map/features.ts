import type { Feature, Point as PointGeometry, Position, Polygon } from 'geojson';
import { cellToBoundary, cellToLatLng, latLngToCell } from 'h3-js';
import type { City, Country, Land } from '../../client/src/routes.js';
import type { Point } from '../address.js';
import type { Explorer } from '../model/explorer.js';
import { classOf, rangeOf, shareOf } from '../model/landClass.js';
import { kindOf } from '../model/placeKinds.js';
import { boxAround, greatCircle, ringAround, unwrapRing } from './geometry.js';
import { idInStyle, type Overlay } from './layers.js';
import type { CountryShape } from './world.js';

function pointFeature(
  { latitude, longitude }: Point,
  properties: Record<string, unknown> = {},
): Feature<PointGeometry> {
  return {
    type: 'Feature',
    properties,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  };
}

function lineFeature(coordinates: Position[]): Feature {
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } };
}

const RESOLUTION = 8;

/** Returns the id of the land at a point, which need not be in the data. */
export function landIdAt({ latitude, longitude }: Point): string {
  return latLngToCell(latitude, longitude, RESOLUTION);
}

export function middleOf(landId: string): Point {
  const [latitude, longitude] = cellToLatLng(landId);
  return { latitude, longitude };
}

/** Below this zoom a hexagon is smaller than a finger or the pointer. */
export const LANDS_FROM_ZOOM = 9;

/** Returns the land at a point if it is shown among others, large enough to be selected. */
export function shownLandAt({ address, lands }: Explorer, point: Point): Land | undefined {
  if (address.rings === 0 || address.camera.zoom < LANDS_FROM_ZOOM) return undefined;
  const id = landIdAt(point);
  return lands.data?.find((land) => land.id === id);
}

/** Returns the outline of a land. */
export function hexagonOf<Properties extends Record<string, unknown>>(
  landId: string,
  properties: Properties,
): Feature<Polygon, Properties> {
  return {
    type: 'Feature',
    properties,
    geometry: { type: 'Polygon', coordinates: [unwrapRing(cellToBoundary(landId, true))] },
  };
}

/** A country is nearby within this distance of its border. */
const NEARBY_METERS = 7_500;

/** Returns the overlays of the map. */
export function overlaysOf(explorer: Explorer): Record<Overlay, Feature[]> {
  const { point, showsMarkers, radiusMeters } = explorer.address;
  const city = explorer.located.data?.city.latlng;
  const none: Feature[] = [];
  return {
    point: point ? [pointFeature(point)] : none,
    ring: point ? [lineFeature(ringAround(point, NEARBY_METERS))] : none,
    radius: point && showsMarkers ? [lineFeature(ringAround(point, radiusMeters))] : none,
    link: point && city ? [lineFeature(greatCircle(city, point))] : none,
    lands: point ? landFeatures(explorer, landIdAt(point)) : none,
    places: (explorer.places.data ?? []).map(({ latlng, name, category, popularity }) =>
      pointFeature(latlng, { name, icon: idInStyle(kindOf(category)), order: -(popularity ?? 0) }),
    ),
    markers: (explorer.markers.data ?? []).map((marker) =>
      pointFeature(marker.latlng, { isBuilt: marker.is_built }),
    ),
  };
}

/** Returns the lands. The land at the point is outlined, even if it is not in the data. */
function landFeatures(explorer: Explorer, centreId: string): Feature[] {
  const lands = explorer.lands.data ?? [];
  const { colouring, land: selectedId } = explorer.address;
  const range = rangeOf(lands, colouring);
  const nameOf = (id: string): string => explorer.countryName(id);
  const rankOf = (id: string): number => (id === selectedId ? 2 : Number(id === centreId));
  const hexagons = lands.map((land) => {
    const { id } = land;
    const { colour } = classOf(land, colouring, nameOf);
    return hexagonOf(id, { id, colour, share: shareOf(land, colouring, range), rank: rankOf(id) });
  });
  if (!lands.some(({ id }) => id === centreId))
    hexagons.push(
      hexagonOf(centreId, { id: centreId, colour: 'transparent', share: null, rank: 1 }),
    );
  // Thick outlines are drawn above thin ones.
  return hexagons.sort((one, other) => one.properties.rank - other.properties.rank);
}

/** Returns the name of each country at its largest part. Populous countries take precedence. */
export function nameFeatures(
  shapes: readonly CountryShape[],
  countries: readonly Country[],
): Feature<PointGeometry>[] {
  const known = new Map(countries.map((country) => [country.id, country]));
  return shapes.flatMap((shape) => {
    const country = known.get(shape.properties.id ?? '');
    if (country === undefined) return [];
    const [longitude = 0, latitude = 0] = centreOf(largestPart(shape));
    const properties = { name: country.name, order: -country.population };
    return pointFeature({ latitude, longitude }, properties);
  });
}

/** Returns the names of cities. The closest city takes precedence, then populous ones. */
export function cityFeatures(
  closest: City | undefined,
  cities: readonly City[],
): Feature<PointGeometry>[] {
  const others = cities.filter(({ id }) => id !== closest?.id);
  return [...(closest === undefined ? [] : [closest]), ...others].flatMap(
    ({ name, latlng }, order) => (latlng === null ? [] : pointFeature(latlng, { name, order })),
  );
}

/** Returns the outline of the largest part of a country. */
export function largestPart({ geometry }: CountryShape): Position[] {
  const rings = geometry.coordinates.flatMap(([outline]) =>
    outline === undefined ? [] : [outline],
  );
  const sizes = rings.map((ring) => Math.abs(sizeOf(ring)));
  return rings[sizes.indexOf(Math.max(...sizes))] ?? [];
}

/** Returns the centre of gravity of a ring on a flat map. */
export function centreOf(ring: readonly Position[]): Position {
  const sum = { size: 0, longitude: 0, latitude: 0 };
  for (const [[x0, y0], [x1, y1]] of edgesOf(ring)) {
    const size = x0 * y1 - x1 * y0;
    sum.size += size;
    sum.longitude += (x0 + x1) * size;
    sum.latitude += (y0 + y1) * size;
  }
  if (sum.size === 0) return ring[0] ?? [0, 0];
  return [sum.longitude / (3 * sum.size), sum.latitude / (3 * sum.size)];
}

/** Returns twice the area of a ring, with degrees of longitude scaled to its latitude. */
function sizeOf(ring: readonly Position[]): number {
  const { south, north } = boxAround(ring);
  const width = Math.cos((((south + north) / 2) * Math.PI) / 180);
  return width * edgesOf(ring).reduce((sum, [[x0, y0], [x1, y1]]) => sum + x0 * y1 - x1 * y0, 0);
}

type Corner = readonly [number, number];

function edgesOf(ring: readonly Position[]): [Corner, Corner][] {
  const corners = ring.map(([x = 0, y = 0]): Corner => [x, y]);
  return corners.slice(1).map((corner, index) => [corners[index] ?? corner, corner]);
}
