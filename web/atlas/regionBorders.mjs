/**
 * `npm run region-borders -- world_map.gpkg`: makes `regions.json.gz` from the GeoPackage that ./README.md names. The program
 * `sqlite3` reads it.
 */
import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { mesh, quantize } from 'topojson-client';
import { topology } from 'topojson-server';

/** Degrees. The map cannot show less at the zoom of its finest tiles. */
const STEP = 0.002;
const SQL = 'SELECT adm0_a3, hex(geom) FROM states_provinces ORDER BY fid';

const [geoPackage] = process.argv.slice(2);
if (geoPackage === undefined) {
  console.error('Name the file: npm run region-borders -- world_map.gpkg');
  process.exit(1);
}
const rows = execFileSync('sqlite3', ['-readonly', geoPackage, SQL], {
  encoding: 'utf8',
  maxBuffer: 2 ** 30,
});
const world = topology({
  regions: { type: 'FeatureCollection', features: rows.trimEnd().split('\n').map(regionOf) },
});
const isShared = (one, other) =>
  one !== other && one.properties.country === other.properties.country;
const borders = mesh(world, world.objects.regions, isShared);
const rounded = quantize(topology({ regions: borders }), {
  scale: [STEP, STEP],
  translate: [0, 0],
});
delete rounded.bbox;
const file = join(import.meta.dirname, 'regions.json.gz');
writeFileSync(file, gzipSync(JSON.stringify(rounded), { level: 9 }));

/** Returns a region from a row, whose geometry is in the binary format of GeoPackage: OGC 12-128r18, 2.1.3. */
function regionOf(row) {
  const [country, hex = ''] = row.split('|');
  const bytes = Buffer.from(hex, 'hex');
  const envelope = [0, 32, 48, 48, 64][(bytes[3] >> 1) & 7];
  let at = 8 + envelope;
  const skip = (length) => (at += length);
  const integer = () => bytes.readUInt32LE(skip(4) - 4);
  const degrees = () => Math.round(bytes.readDoubleLE(skip(8) - 8) / STEP) * STEP;
  const many = (read) => Array.from({ length: integer() }, read);
  // Each geometry begins with its byte order, always little-endian here, and its type.
  skip(5);
  const coordinates = many(() => {
    skip(5);
    return many(() => many(() => [degrees(), degrees()]));
  });
  return {
    type: 'Feature',
    properties: { country },
    geometry: { type: 'MultiPolygon', coordinates },
  };
}
