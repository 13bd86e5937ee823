import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, estypes } from '@elastic/elasticsearch';
import { afterEach, expect, test } from '@jest/globals';
import { generationIndex, liveAlias } from '../../../core/elasticsearch/names.js';
import type { MarkerDocument } from '../../../indices/markers.js';
import { ingestAndorra, LAND_ID } from '../../faults/outages/andorra.js';
import {
  type Answer,
  type ApiProcess,
  LOOKUPS,
  startApiProcess,
} from '../../faults/outages/api.js';
import { callerOf } from '../../faults/markers/caller.js';
import { createTestClient } from '../../support/api.js';
import { untilEnd } from '../../support/each.js';
import { eventually } from '../../support/patience.js';

interface Stored {
  resource: string;
  mappings: estypes.MappingTypeMapping;
  settings: estypes.IndicesIndexSettings;
  documents: { id: string }[];
}

const SEASON = 2;
/** The builds that the earlier version has acknowledged. */
const BUILT = { square: 5, circle: 7 };
const markerOf = (id: string, location: [number, number]): MarkerDocument => ({
  id,
  land_id: LAND_ID,
  location,
});
const square = markerOf('square', [1.5, 42.5]);
const circle = markerOf('circle', [1.5005, 42.5005]);

const client = createTestClient();
untilEnd({ close: () => client.close() });
const indexPrefix = `test-upgrade-${randomBytes(4).toString('hex')}`;
const processes: ApiProcess[] = [];

afterEach(async () => {
  for (const each of processes.splice(0)) await each.stop();
  const found = await client.indices.get({ index: `${indexPrefix}-*` });
  await client.indices.delete({ index: Object.keys(found) });
});

/** Makes live indices as an earlier version did. */
async function storeVersion(of: Client, version: string): Promise<void> {
  const file = join(import.meta.dirname, '../../fixtures/upgrade', `${version}.ndjson`);
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { resource, mappings, settings, documents } = JSON.parse(line) as Stored;
    const index = generationIndex(indexPrefix, resource, new Date());
    const aliases = { [liveAlias(indexPrefix, resource)]: {} };
    const own = { ...settings, number_of_replicas: 0 };
    await of.indices.create({ index, mappings, aliases, settings: own });
    const operations = documents.flatMap((each) => [{ index: { _id: each.id } }, each]);
    const { errors, items } = await of.bulk({ index, operations, refresh: true });
    if (errors) throw new Error(JSON.stringify(items));
  }
}

/** Starts the API of this version, which also stands in for the earlier one. */
async function startApi(): Promise<ApiProcess> {
  const { ELASTICSEARCH_URL = '' } = process.env;
  const api = await startApiProcess({ ELASTICSEARCH_URL, INDEX_PREFIX: indexPrefix });
  processes.push(api);
  return api;
}

test.each([
  // This version cannot read builds that are in the markers, so it cannot stand in for that one there.
  ['9caa482b', Object.keys(LOOKUPS).filter((path) => !path.startsWith('/markers'))],
  ['b72c68d4', Object.keys(LOOKUPS)],
])('the upgrade from %s as documented: no lookup and no acknowledged write is lost', async (version, lookups) => {
  await storeVersion(client, version);
  let api = await startApi();
  let isOver = false;
  const lost: string[] = [];
  let repeated = 0;
  const ask = async (path: string): Promise<Answer> => {
    const first = await api.get(path);
    // On a busy machine, as `Retry-After` says.
    if (first.status !== 503) return first;
    repeated += 1;
    await sleep(1_000);
    return api.get(path);
  };
  const lookUp = async (): Promise<void> => {
    while (!isOver) {
      const answers = await Promise.all(lookups.map(ask));
      for (const [at, { status, text }] of answers.entries())
        if (status !== 200) lost.push(`${lookups[at]}: ${text}`);
      await sleep(50);
    }
  };
  let icon = 100;
  let acknowledged = BUILT.square;
  let [gapMs, acknowledgedAt] = [0, performance.now()];
  const write = async (): Promise<void> => {
    while (!isOver) {
      icon += 1;
      const status = await callerOf(api.address).put('update', { id: square.id, season: SEASON, icon });
      const now = performance.now();
      if (status === 200) {
        gapMs = Math.max(gapMs, now - acknowledgedAt);
        [acknowledged, acknowledgedAt] = [icon, now];
      }
      await sleep(20);
    }
  };
  const calling = Promise.all([lookUp(), write()]);

  await ingestAndorra(client, indexPrefix, [circle]);
  const [former, next] = [api, await startApi()];
  await eventually('the new process is ready', async () => (await next.get('/health/ready')).status === 200);
  api = next;
  const ended = new Promise((resolve) => former.child.once('close', resolve));
  former.child.kill('SIGTERM');
  await ended;
  await next.untilRight();
  isOver = true;
  await calling;

  console.info(`${version}: marker writes were rejected for at most ${(gapMs / 1_000).toFixed(1)} s; ${repeated} lookups were sent twice.`);
  expect(lost).toEqual([]);
  expect(acknowledged).toBeGreaterThan(BUILT.square);
  expect((await callerOf(next.address).read(square, SEASON)).icon).toBeGreaterThanOrEqual(acknowledged);
  expect((await callerOf(next.address).read(circle, SEASON)).icon).toBe(BUILT.circle);
}); // prettier-ignore
