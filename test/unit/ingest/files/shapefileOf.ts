import type { MultiPolygon, Polygon } from 'geojson';

/** A feature to be written; texts in any encoding. */
export interface Drawn {
  properties: Record<string, string>;
  geometry: Polygon | MultiPolygon | null;
}

const FIELD_BYTES = 64;
const POLYGON = 5;

/** Returns the bytes of a Shapefile as ESRI describes it: polygons, and texts of 64 bytes. */
export function shapefileOf(
  features: readonly Drawn[],
  encode: (text: string) => Buffer = (text) => Buffer.from(text),
): { shp: Buffer; dbf: Buffer } {
  return { shp: shpOf(features), dbf: dbfOf(features, encode) };
}

function shpOf(features: readonly Drawn[]): Buffer {
  const records = features.map(({ geometry }, index) => {
    const content = contentOf(geometry);
    const header = Buffer.alloc(8);
    header.writeInt32BE(index + 1, 0);
    header.writeInt32BE(content.length / 2, 4);
    return Buffer.concat([header, content]);
  });
  const body = Buffer.concat(records);
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((100 + body.length) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(POLYGON, 32);
  return Buffer.concat([header, body]);
}

/** Outer rings go clockwise and holes do not, other than in GeoJSON. */
function contentOf(geometry: Drawn['geometry']): Buffer {
  if (geometry === null) return Buffer.alloc(4);
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const rings = polygons.flatMap((polygon) => polygon.map((ring) => ring.toReversed()));
  const points = rings.flat();
  const content = Buffer.alloc(44 + 4 * rings.length + 16 * points.length);
  content.writeInt32LE(POLYGON, 0);
  const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)];
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  box.forEach((value, place) => content.writeDoubleLE(value, 4 + 8 * place));
  content.writeInt32LE(rings.length, 36);
  content.writeInt32LE(points.length, 40);
  let first = 0;
  rings.forEach((ring, place) => {
    content.writeInt32LE(first, 44 + 4 * place);
    first += ring.length;
  });
  points.forEach(([x = 0, y = 0], place) => {
    content.writeDoubleLE(x, 44 + 4 * rings.length + 16 * place);
    content.writeDoubleLE(y, 52 + 4 * rings.length + 16 * place);
  });
  return content;
}

function dbfOf(features: readonly Drawn[], encode: (text: string) => Buffer): Buffer {
  const names = Object.keys(features[0]?.properties ?? {});
  const header = Buffer.alloc(32 + 32 * names.length + 1);
  header.writeUInt8(3, 0);
  header.writeUInt32LE(features.length, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(1 + FIELD_BYTES * names.length, 10);
  names.forEach((name, place) => {
    header.write(name, 32 + 32 * place, 10, 'latin1');
    header.write('C', 32 + 32 * place + 11, 'latin1');
    header.writeUInt8(FIELD_BYTES, 32 + 32 * place + 16);
  });
  header.writeUInt8(0x0d, header.length - 1);
  const records = features.map(({ properties }) => {
    const record = Buffer.alloc(1 + FIELD_BYTES * names.length, ' ');
    names.forEach((name, place) => {
      encode(properties[name] ?? '').copy(record, 1 + FIELD_BYTES * place);
    });
    return record;
  });
  return Buffer.concat([header, ...records, Buffer.from([0x1a])]);
}
