import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { builtInCities, type BuiltInCities } from '../../../ingest/cities/builtIn.js';
import { cityResource } from '../../../ingest/cities/resource.js';
import type { CitySource } from '../../../ingest/cities/row.js';
import type { CityDocument } from '../../../indices/cities.js';
import { type Run, startIngest, untilHalfway } from './childProcess.js';
import { createSandbox, type Sandbox } from './sandbox.js';

const PATIENCE_MS = 300_000;

let sandbox: Sandbox;
let before: Awaited<ReturnType<typeof snapshot>>;

/** What is live, and all that is stored about city ids. */
async function snapshot() {
  const { live, previous } = await sandbox.generations('cities');
  const documents = await sandbox.live<CityDocument>('cities');
  return { live, previous, documents };
}

function ingestInChild(): Run {
  const { indexPrefix } = sandbox;
  return startIngest(['cities'], { INDEX_PREFIX: indexPrefix });
}

beforeAll(async () => {
  sandbox = createSandbox();
  await sandbox.ingest(cityResource(americanCities()));
  before = await snapshot();
}, PATIENCE_MS);
afterAll(() => sandbox.remove());

test(
  'SIGINT half-way: 130, what was live is still live, nothing is left behind',
  async () => {
    const run = ingestInChild();
    await untilHalfway(sandbox, 'cities', run);
    run.child.kill('SIGINT');
    const { code, stderr } = await run.ended;
    expect(code).toBe(130);
    expect(stderr).toMatch(/\nInterrupted\. What was live is still live\.\n$/);
    expect(await sandbox.generations('cities')).toEqual({ live: before.live, leftovers: [] });
  },
  PATIENCE_MS,
);

test(
  'SIGKILL half-way: what was live is answered as before',
  async () => {
    const run = ingestInChild();
    await untilHalfway(sandbox, 'cities', run);
    run.child.kill('SIGKILL');
    expect((await run.ended).code).toBeNull();
    expect(await snapshot()).toEqual(before);
  },
  PATIENCE_MS,
);

test(
  'the next run deletes the leftovers, and no id changes with order and populations',
  async () => {
    const { leftovers } = await sandbox.generations('cities');
    expect(leftovers).toHaveLength(1);

    const { index, rejected } = await sandbox.ingest(cityResource(changed(americanCities())));
    expect(rejected).toBe(0);
    expect(sandbox.notes).toContain(`deleted ${leftovers[0]}, which an unfinished run had left`);
    const after = await snapshot();
    expect({ live: after.live, previous: after.previous }).toEqual({
      live: index,
      previous: before.live,
    });
    expect(await sandbox.generations('cities')).toMatchObject({ leftovers: [] });
    expect(sourceIds(after.documents)).toEqual(sourceIds(before.documents));
  },
  PATIENCE_MS,
);

/** Source ids by city id, in one order. */
function sourceIds(documents: Map<string, CityDocument>): string[] {
  return [...documents.values()].map((city) => `${city.id} ${city.source_id}`).sort();
}

/** Those of the country with the most cities of one name. */
function americanCities(): BuiltInCities {
  const source = builtInCities();
  const rows = [...source.rows()].filter(({ countryCode }) => countryCode === 'US');
  return { ...source, expectedRows: rows.length, rows: () => rows };
}

/** The same cities in reverse order, the small ones now the large ones. */
function changed(source: BuiltInCities): CitySource {
  const rows = [...source.rows()].reverse().map((row) => ({
    ...row,
    population: 50_000_000 - row.population,
  }));
  return { ...source, rows: () => rows };
}
