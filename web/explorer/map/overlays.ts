import type { Feature } from 'geojson';
import type { Land } from '../../client/src/routes.js';
import { classOf } from '../colouring/landClass.js';
import type { Explorer } from '../model/explorer.js';
import { greatCircle } from './greatCircle.js';
import { hexagonOf, landIdAt } from './hexagons.js';
import { lineFeature, pointFeature } from './pointFeatures.js';
import { ringAround } from './ring.js';
import type { Overlay } from './sources.js';

/** So far outside a border a country is nearby. */
export const NEARBY_METERS = 7_500;

/** Returns what is laid over the map at a time. */
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

/** Returns the lands that are there, and the outline of that of the point even where it is not. */
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
