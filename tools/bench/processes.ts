import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startApi } from './api.js';

export type Peer = 'bareHttp' | 'countryCoder' | 'emptyKoa' | 'markersAround' | 'nearestCity';

/** What is measured, each in a process of its own; one of a kind is started once, when needed. */
export class Processes {
  readonly #environment: Record<string, string>;
  readonly #started = new Map<string, Promise<{ url: string; stop: () => Promise<void> }>>();

  /** @param environment the settings of the API */
  constructor(environment: Record<string, string>) {
    this.#environment = environment;
  }

  /** @param name of one that has kept no answers of other loads than those that ask by this name */
  api(name = 'api'): Promise<string> {
    return this.#start(`API ${name}`, () => startApi(this.#environment));
  }

  /** Starts what others made for the same questions. */
  peer(name: Peer, ...options: string[]): Promise<string> {
    return this.#start(name, () => startPeer(name, options));
  }

  async stop(): Promise<void> {
    const started = await Promise.allSettled(this.#started.values());
    this.#started.clear();
    for (const result of started) if (result.status === 'fulfilled') await result.value.stop();
  }

  async #start(
    name: string,
    start: () => Promise<{ url: string; stop: () => Promise<void> }>,
  ): Promise<string> {
    const starting = this.#started.get(name) ?? start();
    this.#started.set(name, starting);
    return (await starting).url;
  }
}

async function startPeer(
  name: Peer,
  options: string[],
): Promise<{ url: string; stop: () => Promise<void> }> {
  const main = fileURLToPath(new URL(`./peers/${name}.js`, import.meta.url));
  const child = fork(main, options, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  const ready = once(child, 'message') as Promise<[{ url: string }]>;
  const message = await Promise.race([ready, exited.then(() => undefined)]);
  if (message === undefined) throw new Error(`The peer ${name} did not start.`);
  return {
    url: message[0].url,
    async stop() {
      child.kill();
      await exited;
    },
  };
}
