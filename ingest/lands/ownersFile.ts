import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { GROUP_RESOLUTION, LAND_RESOLUTION } from '../../core/geo/land.js';
import { BORDERS_FILE } from '../borders/builtIn.js';
import { CHOICES, ISLETS } from '../borders/territories.js';
import { builtInFile, builtInSources } from '../reference/builtInFile.js';
import { countryCodes } from '../reference/iso.js';
import type { OwnedCell } from './owners.js';
import { OFFSHORE_RADIANS } from './territories.js';

/** The countries of all lands, computed from the built-in borders by `npm run owners`. */
export const OWNERS_FILE = 'land-owners.ndjson.gz';

/** The owned cells in the file. They are parsed one by one. */
export interface StoredOwners extends Iterable<OwnedCell> {
  readonly count: number;
}

/** Returns the owned cells of all built-in countries; undefined if the file was made of other borders. */
export function builtInOwners(
  file: Uint8Array = readFileSync(builtInFile(OWNERS_FILE)),
  digest = digestOfOwners(),
): StoredOwners | undefined {
  const [head = '', ...lines] = gunzipSync(file).toString().trimEnd().split('\n');
  if ((JSON.parse(head) as { digest: string }).digest !== digest) return undefined;
  return { count: lines.length, [Symbol.iterator]: () => cellsIn(lines) };
}

function* cellsIn(lines: readonly string[]): Generator<OwnedCell> {
  for (const line of lines) yield JSON.parse(line) as OwnedCell;
}

/** Returns the content of the file: a line with a digest of what it is made from, then a line a cell. */
export function packOwners(cells: Iterable<OwnedCell>, digest = digestOfOwners()): Buffer {
  const lines = [{ digest }, ...cells].map((line) => JSON.stringify(line));
  return gzipSync(`${lines.join('\n')}\n`, { level: 9 });
}

/** Returns a digest of all that the owners depend on but the program. */
function digestOfOwners(): string {
  const borders = builtInSources(BORDERS_FILE).map(({ sha256 }) => sha256);
  const distances = [GROUP_RESOLUTION, LAND_RESOLUTION, OFFSHORE_RADIANS];
  const countries = countryCodes().map(({ id }) => id);
  const taken = CHOICES.map(({ country, taken: land }) => [country, land]);
  const islets = ISLETS.map((each) => [each.country, each.longitude, each.latitude, each.radiusMeters]); // prettier-ignore
  const inputs = JSON.stringify([borders, taken, islets, distances, countries]);
  return createHash('sha256').update(inputs).digest('hex');
}
