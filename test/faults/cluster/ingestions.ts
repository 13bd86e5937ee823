import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { builtInCities } from '../../../ingest/cities/builtIn.js';
import { cityResource } from '../../../ingest/cities/resource.js';
import { ingestResource } from '../../../ingest/generations/ingestResource.js';
import { retryingClient } from '../../../core/elasticsearch/retry.js';
import { silentProgress as progress } from '../../../core/cli/progress.js';

export const INGESTED_PREFIX = 'ingested';
const CITIES = 2_000;
const PAUSE_MS = 1_000;

/** One ingestion after the other, so that each fault befalls one. */
export class Ingestions {
  readonly outcomes: string[] = [];
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly client: Client) {}

  begin(): void {
    this.#running = this.#run();
  }

  /** Resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    const source = builtInCities();
    const rows = [...source.rows()].slice(0, CITIES);
    const client = retryingClient(this.client, { progress });
    while (!this.#isStopped) {
      const resource = cityResource({ ...source, rows: () => rows });
      const context = { client, indexPrefix: INGESTED_PREFIX };
      const outcome = await ingestResource(context, resource, { progress }).then(
        () => 'it went live',
        (error: unknown) => String(error),
      );
      this.outcomes.push(outcome);
      await sleep(PAUSE_MS);
    }
  }
}
