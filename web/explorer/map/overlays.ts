import type { Feature } from 'geojson';
import type { Land } from '../../client/src/routes.js';
import { classOf } from '../model/landClass.js';
import type { Explorer } from '../model/explorer.js';
import { greatCircle, ringAround } from './sphere.js';
import { hexagonOf, landIdAt, lineFeature, pointFeature } from './features.js';
import type { Overlay } from './layers.js';

/** A country is nearby within this distance of its border. */
export const NEARBY_METERS = 7_500;

/** Returns the overlays of the map. */
export function overlaysOf(explorer: Explorer): Record<Overlay, Feature[]> {
  const { point, showsMarkers, radiusMeters } = explorer.address;
  const city = explorer.located.data?.city.latlng;
  const none: Feature[] = [];
  return {
    point: point ? [pointFeature(point)] : none,
    ring: point ? [lineFeature(ringAround(point, NEARBY_METERS))] : none,
    radius: point && showsMarkers ? [lineFeature(ringAround(point, radiusMeters))] : none,
    link: point && city ? [lineFeature(greatCircle(point, city))] : none,
    lands: landFeatures(explorer),
    places: (explorer.places.data ?? []).map(({ latlng }) => pointFeature(latlng)),
    markers: (explorer.markers.data ?? []).map((marker) =>
      pointFeature(marker.latlng, { isBuilt: marker.is_built }),
    ),
  };
}

/** Returns the lands, and the outline of the land at the point even if it is not in the data. */
function landFeatures(explorer: Explorer): Feature[] {
  const { point, colouring } = explorer.address;
  if (point === undefined) return [];
  const centre = landIdAt(point);
  const lands = explorer.lands.data ?? [];
  const nameOf = (id: string): string => explorer.countryName(id);
  const colourOf = (land: Land): string => classOf(land, colouring, nameOf).colour;
  return [
    ...lands
      .filter(({ id }) => id !== centre)
      .map((land) => hexagonOf(land.id, { colour: colourOf(land), isCentre: false })),
    ...[centre].map((id) => {
      const land = lands.find((found) => found.id === id);
      return hexagonOf(id, {
        colour: land === undefined ? 'transparent' : colourOf(land),
        isCentre: true,
      });
    }),
  ];
}
