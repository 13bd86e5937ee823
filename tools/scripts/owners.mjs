/**
 * `npm run owners`: computes the country of each land of the world from the built-in borders, and writes
 * `ingest/data/land-owners.ndjson.gz`. That takes minutes. With `--check`, it computes the lands of some places, and fails if
 * the file has others.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { cellAt } from '../../dist/core/geo/cell.js';
import { ancestorOf } from '../../dist/core/geo/land.js';
import { ownedCells } from '../../dist/ingest/lands/owners.js';
import { builtInOwners, OWNERS_FILE, packOwners } from '../../dist/ingest/lands/ownersFile.js';
import { territories } from '../../dist/ingest/lands/territories.js';
import { countryCodes } from '../../dist/ingest/reference/iso.js';
import { projectFolder } from './install.mjs';

/** Four countries near Luxembourg, islands of Fiji on both sides of ±180°, and Gibraltar. */
const PLACES = [[49.6, 6.1], [-16.8, 180], [36.1, -5.35]]; // prettier-ignore
const RESOLUTION = 2;

const file = join(projectFolder, 'ingest/data', OWNERS_FILE);
const countries = new Set(countryCodes().map(({ id }) => id));

if (process.argv.includes('--check')) {
  const cells = PLACES.map(([latitude, longitude]) =>
    cellAt({ latitude, longitude }, RESOLUTION),
  ).sort();
  const stored = builtInOwners(readFileSync(file)) ?? [];
  const found = [...stored].filter(({ id }) => cells.includes(ancestorOf(id, RESOLUTION)));
  if (!isDeepStrictEqual(found, [...ownedCells(territories(), countries, cells)])) {
    console.error(`${OWNERS_FILE} is outdated. Run \`npm run owners\`, and commit the file.`);
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, packOwners(ownedCells(territories(), countries)));
}
