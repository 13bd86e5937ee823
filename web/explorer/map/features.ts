import { lineString, point as pointFeature, polygon } from '@turf/helpers';
import type { Feature, Polygon } from 'geojson';
import type { Land } from '../../client/src/routes.js';
import type { Address, Point } from '../address.js';
import { unwrapRing } from '../../shared/rings.js';
import type { Explorer } from '../model/explorer.js';
import { classOf, rangeOf, shareOf } from '../model/landClass.js';
import { kindOf } from '../model/placeKinds.js';
import { areCellsLoaded, cornersOf, landIdAt } from './cells.js';
import { greatCircle, positionOf, ringAround } from './geometry.js';
import { idInStyle, type Overlay } from './layers.js';

/** Below this zoom a hexagon is smaller than a finger or the pointer. */
const LANDS_FROM_ZOOM = 9;

/** True if lands are large enough to be seen. */
export function areLandsSeen({ camera }: Address): boolean {
  return (camera.zoom ?? 0) >= LANDS_FROM_ZOOM;
}

/** Returns the land at a point if it is shown among others, large enough to be selected. */
export function shownLandAt({ address, lands }: Explorer, point: Point): Land | undefined {
  if (address.rings === 0 || !areLandsSeen(address)) return undefined;
  const id = landIdAt(point);
  return lands.data?.find((land) => land.id === id);
}

/** Returns the outline of a land. */
export function hexagonOf<Properties extends Record<string, unknown>>(
  landId: string,
  properties: Properties,
): Feature<Polygon, Properties> {
  return polygon([unwrapRing(cornersOf(landId))], properties);
}

/** A country is nearby within this distance of its border. */
const NEARBY_METERS = 7_500;

/** Returns the overlays of the map. */
export function overlaysOf(explorer: Explorer): Record<Overlay, Feature[]> {
  const { point, showsMarkers, radiusMeters } = explorer.address;
  const city = explorer.located.data?.city.latlng;
  const none: Feature[] = [];
  return {
    point: point ? [pointFeature(positionOf(point))] : none,
    ring: point ? [lineString(ringAround(point, NEARBY_METERS))] : none,
    radius: point && showsMarkers ? [lineString(ringAround(point, radiusMeters))] : none,
    link: point && city ? [lineString(greatCircle(city, point))] : none,
    lands: point && areCellsLoaded() ? landFeatures(explorer, landIdAt(point)) : none,
    places: (explorer.places.data ?? []).map(({ latlng, name, category, popularity }) =>
      pointFeature(positionOf(latlng), {
        kind: 'place',
        name,
        ...latlng,
        icon: idInStyle(kindOf(category)),
        order: -(popularity ?? 0),
      }),
    ),
    markers: (explorer.markers.data ?? []).map((marker) =>
      pointFeature(positionOf(marker.latlng), { isBuilt: marker.is_built }),
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
