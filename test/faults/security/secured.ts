import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@elastic/elasticsearch';
import { silentProgress } from '../../../core/cli/progress.js';
import { retryingClient } from '../../../core/elasticsearch/retry.js';
import type { Context } from '../../../ingest/generations/resource.js';
import { WHO, type Who } from '../../../operation/access/logins.js';
import { type Engine, startEngine } from '../../../tools/engine/start.js';
import { ADMIN } from '../../../tools/engine/settings.js';
import { Folder } from '../../support/folder.js';
import { runProgram } from '../../support/program.js';

export const INDEX_PREFIX = 'geo';
const HEAP_MEGABYTES = 512;

const PROGRAMS = {
  access: 'operation/access/main',
  backup: 'operation/backup/main',
  ingest: 'ingest/main',
  tokens: 'src/access/tokens/main',
};

type Login = Who | 'admin' | 'nobody';

/** An Elasticsearch with security on, and the logins that `npm run access` makes. */
export class SecuredElasticsearch {
  readonly folder = new Folder('security-');
  readonly #dataFolder = mkdtempSync(join(tmpdir(), 'geographic-security-'));
  readonly #clients: Client[] = [];
  #engine: Engine | undefined;

  async start(): Promise<void> {
    const dataFolder = this.#dataFolder;
    const adminPassword = passwordOf('admin');
    const heapMegabytes = HEAP_MEGABYTES;
    this.#engine = await startEngine({ dataFolder, heapMegabytes, adminPassword, temporary: true });
    for (const who of WHO) this.folder.write(`secrets/${who}`, `${passwordOf(who)}\n`);
    const made = await this.run('admin', 'access users', '--passwords', this.folder.path + '/secrets'); // prettier-ignore
    if (made.stdout !== WHO.map((who) => `${INDEX_PREFIX}-${who}\n`).join(''))
      throw new Error(made.stderr);
  }

  get url(): string {
    return this.#engine?.url ?? '';
  }

  /** Returns the settings of a program with this login. */
  settings(login: Login, password = passwordOf(login)): Record<string, string> {
    return {
      ELASTICSEARCH_URL: this.url,
      INDEX_PREFIX,
      ...(login !== 'nobody' && {
        ELASTICSEARCH_USERNAME: login === 'admin' ? ADMIN : `${INDEX_PREFIX}-${login}`,
        ELASTICSEARCH_PASSWORD: password,
      }),
    };
  }

  /** Runs a command of ours, such as `ingest status`, with a login. */
  run(login: Login, command: string, ...more: string[]): ReturnType<typeof runProgram> {
    return this.runWith(this.settings(login), command, ...more);
  }

  runWith(
    settings: Record<string, string>,
    command: string,
    ...more: string[]
  ): ReturnType<typeof runProgram> {
    const [name = '', ...args] = command.split(' ');
    return runProgram(PROGRAMS[name as keyof typeof PROGRAMS], [...args, ...more], settings);
  }

  client(login: Exclude<Login, 'nobody'>): Client {
    const { ELASTICSEARCH_USERNAME: username = '', ELASTICSEARCH_PASSWORD: password = '' } =
      this.settings(login);
    const client = new Client({ node: this.url, auth: { username, password } });
    this.#clients.push(client);
    return client;
  }

  /** Returns what an ingestion in this process works with. */
  ingestion(): Context {
    const client = retryingClient(this.client('ingest'), { progress: silentProgress });
    return { client, indexPrefix: INDEX_PREFIX };
  }

  async remove(): Promise<void> {
    for (const client of this.#clients) await client.close();
    await this.#engine?.stop();
    this.folder.remove();
    rmSync(this.#dataFolder, { recursive: true, force: true });
  }
}

const passwordOf = (login: Login): string => `password of ${login}`;
