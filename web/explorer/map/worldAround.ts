import { transform } from 'topojson-client';
import { boxAround, boxesMeet, type Box } from './box.js';
import { type Atlas, type World, worldOf } from './world.js';

/** A coarse border is nowhere as far from the fine one, so that none of them is in the view. */
const MARGIN_DEGREES = 5;

type Countries = Atlas['objects']['countries']['geometries'];

/** Returns what is drawn finely for a view. */
export function regionAround({ west, south, east, north }: Box): Box {
  return {
    west: west - MARGIN_DEGREES,
    south: south - MARGIN_DEGREES,
    east: east + MARGIN_DEGREES,
    north: north + MARGIN_DEGREES,
  };
}

/**
 * Returns the countries that have a border or a coast in the region from the fine atlas, and all
 * others from the coarse one. They have the same names in both.
 */
export function worldAround(region: Box, fine: Atlas, coarse: Atlas): World {
  const isNear = boxesOfArcs(fine).map((box) => boxesMeet(box, region));
  const near = fine.objects.countries.geometries.filter((country) =>
    arcsOf(country).some((arc) => isNear[arc < 0 ? ~arc : arc]),
  );
  const names = new Set(near.map(nameOf));
  const far = coarse.objects.countries.geometries.filter((country) => !names.has(nameOf(country)));
  const worlds = [worldOf(only(near, fine)), worldOf(only(far, coarse))];
  return {
    countries: worlds.flatMap(({ countries }) => countries),
    borders: {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'MultiLineString',
        coordinates: worlds.flatMap(({ borders }) => borders.geometry.coordinates),
      },
    },
  };
}

function boxesOfArcs({ arcs, transform: steps }: Atlas): Box[] {
  const positionOf = transform(steps ?? null);
  return arcs.map((arc) => boxAround(arc.map((step, index) => positionOf(step, index > 0))));
}

function arcsOf(country: Countries[number]): number[] {
  if (country.type === 'Polygon') return country.arcs.flat();
  return country.type === 'MultiPolygon' ? country.arcs.flat(2) : [];
}

function nameOf({ properties }: Countries[number]): string | undefined {
  return properties !== undefined && 'name' in properties ? properties.name : undefined;
}

function only(geometries: Countries, atlas: Atlas): Atlas {
  const countries = { ...atlas.objects.countries, geometries };
  return { ...atlas, objects: { countries } };
}
