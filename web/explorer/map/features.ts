import type { Feature, Point as PointGeometry, Polygon, Position } from 'geojson';
import type { Land } from '../../client/src/routes.js';
import type { Point } from '../address.js';
import { unwrapRing } from '../../shared/rings.js';
import type { Explorer } from '../model/explorer.js';
import { classOf } from '../model/landClass.js';
import { areCellsLoaded, cornersOf, landIdAt } from './cells.js';
import { greatCircle, ringAround } from './geometry.js';
import type { Overlay } from './layers.js';

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

/** Returns the outline of a land. */
export function hexagonOf<Properties extends Record<string, unknown>>(
  landId: string,
  properties: Properties,
): Feature<Polygon, Properties> {
  return {
    type: 'Feature',
    properties,
    geometry: { type: 'Polygon', coordinates: [unwrapRing(cornersOf(landId))] },
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
    lands: point && areCellsLoaded() ? landFeatures(explorer, landIdAt(point)) : none,
    places: (explorer.places.data ?? []).map(({ latlng }) => pointFeature(latlng)),
    markers: (explorer.markers.data ?? []).map((marker) =>
      pointFeature(marker.latlng, { isBuilt: marker.is_built }),
    ),
  };
}

/** Returns the lands. The one at the point is last and outlined, even if it is not in the data. */
function landFeatures(explorer: Explorer, centreId: string): Feature[] {
  const lands = explorer.lands.data ?? [];
  const nameOf = (id: string): string => explorer.countryName(id);
  const colourOf = (land: Land): string => classOf(land, explorer.address.colouring, nameOf).colour;
  const centre = lands.find(({ id }) => id === centreId);
  const colour = centre === undefined ? 'transparent' : colourOf(centre);
  return [
    ...lands
      .filter((land) => land !== centre)
      .map((land) => hexagonOf(land.id, { colour: colourOf(land), isCentre: false })),
    hexagonOf(centreId, { colour, isCentre: true }),
  ];
}
