import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@elastic/elasticsearch';
import { type Engine, startEngine } from '../../../tools/engine/start.js';
import { freePort } from '../../support/freePort.js';

const HEAP_MEGABYTES = 512;

/** For whatever waits for a server that starts on a busy machine. */
export const PATIENCE_MS = 600_000;

/** An Elasticsearch that may be killed, and is then started again: with its data, on its port. */
export class OwnElasticsearch {
  readonly #dataFolder = mkdtempSync(join(tmpdir(), 'geographic-outages-'));
  #engine: Engine | undefined;
  #port = 0;

  /** Settled before the server is there, so that its absence can be tested, too. */
  async choosePort(): Promise<void> {
    this.#port = await freePort();
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get pid(): number {
    if (this.#engine === undefined) throw new Error('it was not started');
    return this.#engine.pid;
  }

  client(): Client {
    return new Client({ node: this.url, maxRetries: 0, resurrectStrategy: 'optimistic' });
  }

  async start(): Promise<void> {
    this.#engine = await startEngine({
      dataFolder: this.#dataFolder,
      port: this.#port,
      heapMegabytes: HEAP_MEGABYTES,
    });
  }

  /** Resolves once it is gone. */
  async kill(): Promise<void> {
    process.kill(this.pid, 'SIGKILL');
    await this.#engine?.exited;
  }

  async remove(): Promise<void> {
    await this.#engine?.stop();
    rmSync(this.#dataFolder, { recursive: true, force: true });
  }
}
