/**
 * Runs `npm run test:mutants [-- room or file …]`: changes the code of a room in every way that Stryker knows, runs
 * the room's tests on each change, and prints the changes that no test noticed. docs/testing.md has the scores.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';

/** The rooms: folders of code, and the tests of each below test/unit. The tests must need no Elasticsearch. */
const ROOMS = {
  'core/geo': { tests: ['core/geo', 'ingest/lands/candidates.test.ts'] },
  'core/lands': { tests: ['core/lands/grid.test.ts', 'core/lands/land.test.ts'] },
  indices: {
    files: '{fold,letters,localNames,prominence,provenance,unfitFields,words}.ts',
    tests: ['indices', 'src/matching/words.test.ts', 'ingest/generations/provenance.test.ts'],
  },
  'src/matching': { tests: ['src/matching', 'src/cities', 'src/regions'] },
  'src/http': { tests: ['src/http'] },
  'src/parameters': { tests: ['src/parameters', 'src/resources.test.ts'] },
  'ingest/generations': {
    files: '{promotion,states}.ts',
    tests: ['promotion', 'states'].map((name) => `ingest/generations/${name}.test.ts`),
  },
  'ingest/generations/checks': { tests: ['ingest/generations/checks'] },
  'ingest/files': {
    files: '{cells,crs,csv,feature,geojson,lines,mapping,ndjson,rules}.ts',
    tests: ['ingest/files'],
  },
};

/** Returns the files of tests below a path. */
function testFilesOf(path) {
  const folder = join('test/unit', path);
  if (path.endsWith('.ts')) return [folder];
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return found.filter((name) => name.endsWith('.test.ts')).map((name) => join(folder, name));
}

/** Returns the room of a file, or of a part of one: `core/geo/box.ts:28-50`. */
const roomOf = (wanted) => [wanted, dirname(wanted)].find((each) => each in ROOMS);

const all = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(ROOMS);
const unknown = all.filter((each) => roomOf(each) === undefined);
if (unknown.length > 0) {
  console.error(`No room has ${unknown.join(', ')}. The rooms are ${Object.keys(ROOMS).join(', ')}.`); // prettier-ignore
  process.exit(1);
}
// Each in its own process, because Stryker has global state.
if (all.length > 1) {
  const run = (each) => spawnSync(process.execPath, [import.meta.filename, each], { stdio: 'inherit' }); // prettier-ignore
  process.exit(Math.max(...all.map((each) => run(each).status ?? 1)));
}

const [wanted] = all;
const room = roomOf(wanted);
const { files = '*.ts', tests } = ROOMS[room];
process.env.MUTANT_TESTS = tests.flatMap(testFilesOf).join(' ');
const mutants = await new Stryker({
  mutate: [wanted === room ? `${room}/${files}` : wanted],
  testRunner: 'plain',
  coverageAnalysis: 'perTest',
  concurrency: Math.min(2, availableParallelism()),
  // Node does not free the modules of earlier mutants.
  maxTestRunnerReuse: 100,
  timeoutMS: 10_000,
  // Texts are for people. Tests need not repeat them.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: ['/data', '/dist', '/web', '/tools/engine', '/test/*', '!/test/{mutants,support,unit}'], // prettier-ignore
  // Not in the project, because Jest would find the copies of its files.
  tempDirName: join(tmpdir(), 'geographic-data-mutants'),
  cleanTempDir: 'always',
  plugins: [join(import.meta.dirname, 'runner.mjs')],
  reporters: ['progress-append-only'],
  allowConsoleColors: false,
}).runMutationTest();

const having = (...statuses) => mutants.filter(({ status }) => statuses.includes(status));
for (const { status, fileName, location, replacement } of having('Survived', 'NoCoverage'))
  console.log(`${relative('', fileName)}:${location.start.line}:${location.start.column} ${status}: ${replacement}`); // prettier-ignore
const killed = having('Killed', 'Timeout').length;
const survived = having('Survived').length;
const uncovered = having('NoCoverage').length;
const score = (100 * killed) / (killed + survived + uncovered);
console.log(`${wanted}: ${score.toFixed(1)} %: ${killed} killed, ${survived} survived, ${uncovered} in lines without a test.`); // prettier-ignore
