import type { Geometry, Position } from 'geojson';
import { mapValues } from 'es-toolkit/object';
import { jsonForm } from './ndjson.js';
import type { RowForm } from './rowForms.js';
import { shown } from './shown.js';

/** A shape of a file, and its properties. */
export interface Feature {
  /** Number of the feature in its file, from 1. */
  line: number;
  /** Includes the id of a feature of GeoJSON, unless a property has that name. */
  properties: Readonly<Record<string, unknown>>;
  /** Longitude before latitude, as the file has them; null where nothing is drawn. */
  geometry: Geometry | null;
}

/** Returns the form of features: one of GeoJSON a line. */
export function featureForm(source: string): RowForm {
  const form = jsonForm(source);
  return {
    ...{ ...form, ending: 'geojsons' },
    lineOf(row, marks) {
      const { properties, geometry } = row as Feature;
      return form.lineOf({ type: 'Feature', properties: mapValues(properties, plain), geometry }, marks); // prettier-ignore
    },
  };
}

/** Returns a cell of Parquet as JSON has it. */
export function plain(cell: unknown): unknown {
  if (typeof cell === 'bigint')
    return Number.isSafeInteger(Number(cell)) ? Number(cell) : String(cell);
  if (cell instanceof Uint8Array) return Buffer.from(cell).toString();
  return cell instanceof Date ? cell.toISOString() : cell;
}

/** Returns a property as text, empty if it is neither text nor a number. */
export function propertyText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** The outer ring, then the holes; longitude before latitude in degrees, each ring closed. */
export type Polygon = Position[][];

type Area = { polygons: Polygon[] } | { fault: string };

/**
 * Returns the polygons that a geometry covers. Rings may cross themselves, and an unclosed one is
 * closed. What a collection draws beside its polygons, such as the point of a label, is left out.
 * @returns a fault if the geometry is not an area, or not on this globe
 */
export function polygonsOf(geometry: Geometry | null): Area {
  return polygonsWithin(geometry, 0);
}

const NOTHING: Area = { fault: 'it draws nothing' };

/** GeoJSON advises against collections within collections at all. */
const DEEPEST = 16;

function polygonsWithin(geometry: unknown, depth: number): Area {
  if (typeof geometry !== 'object' || geometry === null) return NOTHING;
  const { type, coordinates, geometries } = geometry as Partial<Record<string, unknown>>;
  if (type === 'Polygon') return checked([coordinates]);
  if (type === 'MultiPolygon') return checked(coordinates);
  if (type !== 'GeometryCollection') {
    return depth > 0 ? NOTHING : { fault: `it draws a ${typeName(type)}, not an area` };
  }
  if (depth === DEEPEST) return { fault: `its collections are nested more than ${DEEPEST} deep` };
  const found = arrayOf(geometries).map((each) => polygonsWithin(each, depth + 1));
  const faulty = found.find((each) => 'fault' in each && each !== NOTHING);
  if (faulty !== undefined) return faulty;
  const polygons = found.flatMap((each) => ('polygons' in each ? each.polygons : []));
  return polygons.length > 0 ? { polygons } : NOTHING;
}

function checked(coordinates: unknown): Area {
  const polygons: Polygon[] = [];
  for (const rings of arrayOf(coordinates)) {
    const polygon: Polygon = [];
    for (const ring of arrayOf(rings)) {
      const positions = arrayOf(ring);
      for (const position of positions) {
        const fault = faultOf(position);
        if (fault !== undefined) return { fault };
      }
      if (positions.length > 0) polygon.push(closed(positions as Position[]));
    }
    if (polygon.length > 0) polygons.push(polygon);
  }
  return polygons.length > 0 ? { polygons } : NOTHING;
}

function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Longitudes may go on beyond 180°, where what is drawn crosses it. */
function faultOf(position: unknown): string | undefined {
  const [longitude, latitude] = arrayOf(position);
  if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) {
    return `a position is not two numbers: ${shown(position)}`;
  }
  const [east, north] = [Math.abs(longitude as number), Math.abs(latitude as number)];
  if (east <= 360 && north <= 90) return undefined;
  const where = `longitude ${longitude as number}, latitude ${latitude as number}`;
  const why =
    east <= 90 && north <= 180
      ? 'are they swapped?'
      : 'they are not degrees of WGS 84: convert the file (`ogr2ogr -t_srs EPSG:4326`)';
  return `a position is not on the globe (${where}): ${why}`;
}

function closed(ring: Position[]): Position[] {
  const [first, last] = [ring[0], ring.at(-1)];
  if (first === undefined || (first[0] === last?.[0] && first[1] === last?.[1])) return ring;
  return [...ring, first];
}

/** Returns the type of a geometry as a message shows it, whatever it is. */
export function typeName(type: unknown): string {
  return typeof type === 'string' && /^\w{1,40}$/.test(type) ? type : shown(type);
}
