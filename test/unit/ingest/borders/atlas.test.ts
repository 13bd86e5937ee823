import { describe, expect, test } from '@jest/globals';
import {
  type AtlasTopology,
  polygonsByCountry,
  readAtlas,
} from '../../../../ingest/borders/atlas.js';
import { countryCodes } from '../../../../ingest/sources/iso.js';
import { DETACHED_PARTS, UNCODED_FEATURES } from '../../../../ingest/borders/territories.js';

const codes = countryCodes();
const ids = new Set(codes.map(({ id }) => id));
const atlas = readAtlas();

function changed(
  change: (geometries: AtlasTopology['objects']['countries']['geometries']) => void,
): AtlasTopology {
  const { geometries } = atlas.objects.countries;
  const copy = structuredClone(geometries);
  change(copy);
  return { ...atlas, objects: { countries: { type: 'GeometryCollection', geometries: copy } } };
}

describe('the atlas', () => {
  test('has a choice for every feature, and every choice is needed', () => {
    expect(() => polygonsByCountry(atlas, codes)).not.toThrow();
    for (const { country } of UNCODED_FEATURES.values()) expect(ids).toContain(country);
    for (const { country } of DETACHED_PARTS) expect(ids).toContain(country);
  });

  test('names a new feature for which there is no choice', () => {
    const topology = changed(([first]) => {
      if (first !== undefined)
        Object.assign(first, { id: undefined, properties: { name: 'Atlantis' } });
    });
    expect(() => polygonsByCountry(topology, codes)).toThrow('Atlantis');
  });

  test('names a number that is not of ISO', () => {
    const topology = changed(([first]) => {
      if (first !== undefined) Object.assign(first, { id: '899' });
    });
    expect(() => polygonsByCountry(topology, codes)).toThrow('899');
  });

  test('names a choice whose feature is gone', () => {
    const topology = changed((geometries) => {
      const position = geometries.findIndex(({ properties }) => properties?.name === 'Baikonur');
      geometries.splice(position, 1);
    });
    expect(() => polygonsByCountry(topology, codes)).toThrow('Baikonur');
  });

  test('names a part that its feature lacks', () => {
    const topology = changed((geometries) => {
      const norway = geometries.find(({ id }) => id === '578');
      if (norway?.type === 'MultiPolygon') norway.arcs = norway.arcs.slice(0, 1);
    });
    expect(() => polygonsByCountry(topology, codes)('BVT')).toThrow(/Norway.*(Bouvet|Svalbard)/);
  });

  test('gives every polygon to one country, and draws every country', () => {
    const polygonsOf = polygonsByCountry(atlas, codes);
    const counts = new Map(codes.map(({ id }) => [id, polygonsOf(id).length]));
    expect([...counts].filter(([, count]) => count === 0)).toEqual([]);
    const drawn = atlas.objects.countries.geometries
      .map((geometry) => (geometry.type === 'Polygon' ? 1 : geometry.arcs.length))
      .reduce((sum, count) => sum + count);
    const given = [...counts.values()].reduce((sum, count) => sum + count);
    // Morocco, one polygon, is cut into two countries.
    expect(given).toBe(drawn + 1);
  });
});
