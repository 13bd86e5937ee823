import { randomUUID } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import { tokenUses, type TokenUseDocument } from '../../../indices/tokens.js';
import { ensureIndex } from '../../../core/elasticsearch/ensureIndex.js';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import type { Caller } from './caller.js';
import { isTokenId } from './secret.js';

const MS_PER_DAY = 86_400_000;
const WRITE_EVERY_MS = 60_000;
const REQUEST_TIMEOUT_MS = 10_000;
/** Uses are forgotten after so many days. */
export const USES_KEPT_DAYS = 400;
/** Counts that wait to be written while they cannot be; the oldest are given up. */
const MAX_ENDED = 100_000;
/** Forgotten at once, at most. */
const MAX_FORGOTTEN = 10_000;

interface Count {
  readonly token: string;
  /** The number of the day, since 1970. */
  readonly day: number;
  requests: number;
  lastUsedAtMs: number;
  /** Of these requests. */
  written: number;
}

export interface UseCounterOptions {
  /** Called when counts cannot be written any more, and when they can be again. */
  readonly onState: (isWritten: boolean, cause: unknown) => void;
}

/**
 * Counts the use of tokens by day, in memory, and writes the counts down now and then. Requests
 * never wait for it, whatever becomes of the writing.
 */
export class UseCounter {
  readonly #client: Client;
  readonly #index: string;
  readonly #options: UseCounterOptions;
  /** The documents of a process are its own: processes do not write over each other's. */
  readonly #process = randomUUID();
  readonly #counts = new Map<string, Count>();
  /** Of days that are over. */
  #ended: Count[] = [];
  #day = 0;
  #nextDayMs = 0;
  #isPruned = false;
  #isTellingFailure = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(client: Client, indexPrefix: string, options: UseCounterOptions) {
    this.#client = client;
    this.#index = liveAlias(indexPrefix, tokenUses.resource);
    this.#options = options;
  }

  /** Writes once a minute from now on. */
  start(): void {
    this.#timer = setInterval(() => void this.write(), WRITE_EVERY_MS).unref();
  }

  /** Writes what is not written yet. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  /** Counts a request of a token. */
  count({ id }: Caller): void {
    const now = Date.now();
    if (now >= this.#nextDayMs) this.#beginDay(now);
    const count = this.#counts.get(id);
    if (count === undefined)
      this.#counts.set(id, {
        token: id,
        day: this.#day,
        requests: 1,
        lastUsedAtMs: now,
        written: 0,
      });
    else {
      count.requests += 1;
      count.lastUsedAtMs = now;
    }
  }

  /** Writes all counts that have changed, in one request; what fails is written the next time. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      if (Date.now() >= this.#nextDayMs) this.#beginDay(Date.now());
      try {
        await this.#writeChanged();
        await this.#prune();
        this.#tell(true);
      } catch (error) {
        this.#tell(false, error);
      }
    });
    return this.#writing;
  }

  #beginDay(now: number): void {
    this.#ended.push(...this.#counts.values());
    this.#ended = this.#ended.slice(-MAX_ENDED);
    this.#counts.clear();
    this.#day = Math.floor(now / MS_PER_DAY);
    this.#nextDayMs = (this.#day + 1) * MS_PER_DAY;
    this.#isPruned = false;
  }

  async #writeChanged(): Promise<void> {
    const changed = [...this.#ended, ...this.#counts.values()].filter(
      ({ token, requests, written }) => requests > written && isTokenId(token),
    );
    if (changed.length === 0) return;
    await this.#ensure();
    const sent = changed.map(({ requests }) => requests);
    const answer: Partial<estypes.BulkResponse> = await this.#client.bulk(
      {
        index: this.#index,
        operations: changed.flatMap((count) => [
          { index: { _id: `${count.token}.${dayOf(count.day)}.${this.#process}` } },
          documentOf(count),
        ]),
      },
      { requestTimeout: REQUEST_TIMEOUT_MS },
    );
    // A proxy in between may answer anything; what is not told of counts as not written.
    const { items = [] } = answer;
    let failure: string | undefined;
    changed.forEach((count, position) => {
      const { status, error } = items[position]?.index ?? {};
      if (status !== undefined && error === undefined) count.written = sent[position] ?? 0;
      else failure = `${error?.type ?? 'no answer'}: ${error?.reason ?? 'no reason given'}`;
    });
    this.#ended = this.#ended.filter(({ requests, written }) => requests > written);
    if (failure !== undefined) throw new Error(failure);
  }

  /** To write into an index that is not there would make one without our mappings. */
  async #ensure(): Promise<void> {
    const index = this.#index;
    // A login that may not make indices finds it made by the token commands.
    const found = await this.#client.indices.get(
      { index, ignore_unavailable: true },
      { requestTimeout: REQUEST_TIMEOUT_MS },
    );
    if (!(index in found)) await ensureIndex(this.#client, index, tokenUses.mappings);
  }

  /** Forgets what is too old, once a day. */
  async #prune(): Promise<void> {
    if (this.#isPruned) return;
    const before = dayOf(this.#day - USES_KEPT_DAYS);
    const { hits } = await this.#client.search(
      {
        index: this.#index,
        ignore_unavailable: true,
        query: { range: { day: { lt: before } } },
        size: MAX_FORGOTTEN,
        _source: false,
      },
      { requestTimeout: REQUEST_TIMEOUT_MS },
    );
    const operations = hits.hits.map(({ _id }) => ({
      delete: { ...(_id !== undefined && { _id }) },
    }));
    if (operations.length > 0) await this.#client.bulk({ index: this.#index, operations });
    this.#isPruned = true;
  }

  #tell(isWritten: boolean, cause?: unknown): void {
    if (isWritten !== this.#isTellingFailure) return;
    this.#isTellingFailure = !isWritten;
    this.#options.onState(isWritten, cause);
  }
}

function dayOf(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

function documentOf({ token, day, requests, lastUsedAtMs }: Count): TokenUseDocument {
  return { token, day: dayOf(day), requests, last_used_at: new Date(lastUsedAtMs).toISOString() };
}
