import { expect } from '@jest/globals';
import type { CityDocument } from '../../../indices/cities.js';
import { builtInCities } from '../../../ingest/cities/builtIn.js';
import { cityResource } from '../../../ingest/cities/resource.js';
import { untilHalfway } from '../../store/ingest/childProcess.js';
import { createSandbox } from '../../store/ingest/sandbox.js';

/** More than a bulk, so that a run can be met half-way. */
const CITIES = 12_000;

/**
 * What is live is whole when Elasticsearch is back, the run under way goes live, the next one succeeds, and no id
 * changes.
 * @param url of Elasticsearch
 * @param outage what else is begun before the run under way, and what ends and starts Elasticsearch: it calls `up` when
 * that answers again, and waits for it
 */
export async function expectIngestionThrough(
  url: string,
  outage: {
    begin: () => Promise<void>;
    killAndStart: (up: () => Promise<void>) => Promise<void>;
  },
): Promise<void> {
  const sandbox = createSandbox(url);
  const source = builtInCities();
  const rows = source.rows().slice(0, CITIES);

  /** Ingests the first of the built-in cities. */
  const ingest = () => sandbox.ingest(cityResource({ ...source, rows: () => rows }));
  async function liveCities(): Promise<{ live: string | undefined; ids: string[] }> {
    const { live } = await sandbox.generations('cities');
    const documents = await sandbox.live<CityDocument>('cities');
    const ids = [...documents.values()].map((city) => `${city.source_id} ${city.id}`).sort();
    return { live, ids };
  }

  try {
    await ingest();
    const before = await liveCities();
    expect(before.ids).toHaveLength(CITIES);

    await outage.begin();
    const run = ingest().then(
      () => 'it went live',
      (error: unknown) => String(error),
    );
    await untilHalfway(sandbox, 'cities');
    await outage.killAndStart(async () => {
      // It is live again before the ingestion has noticed.
      expect(await liveCities()).toEqual(before);
    });

    // What the server had acknowledged when it died is there again.
    expect(await run).toBe('it went live');
    expect(sandbox.notes.join('\n')).toMatch(/Elasticsearch: .* Trying again for 10 min/);
    const after = await liveCities();
    expect(after.ids).toEqual(before.ids);
    expect(after.live).not.toBe(before.live);

    await ingest();
    const last = await liveCities();
    expect(last.ids).toEqual(before.ids);
    expect(last.live).not.toBe(after.live);
    expect(await sandbox.generations('cities')).toEqual({
      live: last.live,
      previous: after.live,
      leftovers: [],
    });
  } finally {
    await sandbox.remove();
  }
}
