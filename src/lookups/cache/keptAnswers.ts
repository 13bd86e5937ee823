import type { LRUCache } from 'lru-cache';
import { NoSuchIndex } from '../../errors.js';
import type { Recalled } from '../answers.js';
import { longSuccessBody, successBody } from '../../middleware/envelope.js';
import type { LookupEndpoint, OnIgnored, Question } from '../endpoint.js';
import { tagOf } from '../../middleware/tag.js';
import type { Live, Snapshot } from '../../search/live.js';
import { noteWait, tracesNow } from '../../observe/trace.js';
import { Addresses } from './addresses.js';
import { boundedMap, type Budget } from './budget.js';
import { Reply } from './reply.js';
import { statistics } from './statistics.js';

/** A lookup whose parameters are right: with its answer, or without it yet. */
export type Lookup = Answered | Unanswered;

export interface Answered {
  readonly reply: Reply;
  readonly cacheControl: string;
}

export interface Unanswered {
  readonly reply?: undefined;
  readonly cacheControl: string;
  /** The tag that the answer will have; absent where only the answer tells it. */
  readonly etag?: string | undefined;
  /**
   * Asks Elasticsearch.
   * @throws {ApiError}
   */
  ask(): Promise<Answered>;
}

export interface KeptAnswersOptions {
  readonly live: Pick<Live, 'now' | 'refresh' | 'unknown'>;
  /** Undefined: nothing is kept. */
  readonly budget: Budget | undefined;
  /** As long as callers may take an answer for the present one without asking. */
  readonly maxAgeSeconds: number;
  /** Stands for the code that makes answers of documents. */
  readonly code: string;
}

/**
 * Answers lookups, by what was kept where that is the present answer. What is kept is known by the
 * version of all that it was made of, and every lookup finds out which version is live.
 */
export class KeptAnswers {
  readonly #options: KeptAnswersOptions;
  readonly #answers: LRUCache<string, Reply> | undefined;
  readonly #addresses: Addresses | undefined;
  readonly #underWay = new Map<string, Promise<Reply>>();
  #isRefreshing = false;

  constructor(options: KeptAnswersOptions) {
    this.#options = options;
    if (options.budget === undefined) return;
    this.#answers = boundedMap(options.budget.answers, ({ maxBytes }) => maxBytes, 'answers');
    this.#addresses = new Addresses(options.budget.addresses);
  }

  /**
   * Finds out what is asked, and the answer where it is kept.
   * @param url the path, `?` and the query string
   * @throws {ApiError} 400, after `onIgnored`
   */
  lookUp(endpoint: LookupEndpoint, url: string, onIgnored: OnIgnored): Lookup {
    // Where nothing is kept, everything is asked as while nothing is known: what changes all the time
    // is written by its alias, and must be read where it is written.
    const states = this.#options.live;
    const isKept = this.#answers !== undefined && endpoint.reads !== undefined;
    const live = isKept ? states.now() : states.unknown;
    const cacheControl = this.#cacheControlOf(endpoint);
    const version = endpoint.reads && live.version(endpoint.reads);
    if (version === undefined) {
      const question = endpoint.question(queryOf(url), onIgnored);
      const ask = async (): Promise<Answered> => {
        statistics.lookups.not_kept += 1;
        const { found } = await this.#ask((snapshot) => textOf(question, snapshot), live);
        return { reply: new Reply(found), cacheControl };
      };
      return { cacheControl, ask };
    }
    const address = this.#addresses?.get(url);
    const before = address?.version === version ? this.#answers?.get(address.key) : undefined;
    if (address !== undefined && before !== undefined) {
      statistics.lookups.address += 1;
      if (address.ignored.length > 0) onIgnored(address.ignored);
      return { reply: before, cacheControl };
    }
    return this.#lookUpQuestion({ endpoint, url, live, version, cacheControl }, onIgnored);
  }

  #lookUpQuestion(sent: Sent, onIgnored: OnIgnored): Lookup {
    const { endpoint, url, version, cacheControl } = sent;
    let ignored: readonly string[] = [];
    const question = endpoint.question(queryOf(url), (names) => {
      ignored = names;
      onIgnored(names);
    });
    const found = this.#find(sent, question);
    if (found !== undefined) {
      this.#addresses?.set(url, { version, key: found.key, ignored });
      return { reply: found.reply, cacheControl };
    }
    const key = keyOf(sent, question.canonical());
    const named = this.#nameOf(endpoint, key);
    return {
      cacheControl,
      etag: named && tagOf(named),
      ask: async () => {
        const reply = await this.#askOnce(key, sent, question);
        this.#addresses?.set(url, { version, key, ignored });
        return { reply, cacheControl };
      },
    };
  }

  #find(sent: Sent, question: Question): { key: string; reply: Reply } | undefined {
    // At a place that is asked for the first time, a cell may be known.
    return sent.endpoint.isLocated === true
      ? (this.#recall(sent, question) ?? this.#findSame(sent, question))
      : (this.#findSame(sent, question) ?? this.#recall(sent, question));
  }

  #findSame(sent: Sent, question: Question): { key: string; reply: Reply } | undefined {
    const key = keyOf(sent, question.canonical());
    const reply = this.#answers?.get(key);
    if (reply === undefined) return undefined;
    statistics.lookups.question += 1;
    return { key, reply };
  }

  #recall(sent: Sent, question: Question): { key: string; reply: Reply } | undefined {
    const recalled = question.recall(sent.live);
    if (recalled === undefined) return undefined;
    const key = keyOf(sent, recalled.key ?? question.canonical());
    const reply = this.#answers?.get(key) ?? this.#make(key, sent, recalled);
    if (reply === undefined) return undefined;
    statistics.lookups.made += 1;
    return { key, reply };
  }

  #make(key: string, { endpoint }: Sent, recalled: Recalled): Reply | undefined {
    const answer = recalled.answer();
    if (answer === undefined) return undefined;
    const reply = new Reply(successBody(answer), this.#nameOf(endpoint, key));
    this.#answers?.set(key, reply);
    return reply;
  }

  /** Whoever asks the same meanwhile gets the same answer. */
  #askOnce(key: string, { endpoint, live }: Sent, question: Question): Promise<Reply> {
    const running = this.#underWay.get(key);
    statistics.lookups[running === undefined ? 'asked' : 'joined'] += 1;
    if (running !== undefined) return waitedFor(running);
    const asking = this.#ask((snapshot) => textOf(question, snapshot), live)
      .then(({ found: text, isOfLive }) => {
        // Of what is live now the name says nothing.
        if (!isOfLive) return new Reply(text);
        const reply = new Reply(text, this.#nameOf(endpoint, key));
        this.#answers?.set(key, reply);
        return reply;
      })
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, asking);
    return asking;
  }

  /** Asks what is not kept as a whole, of what is live now. */
  async askLive<Found>(ask: (live: Snapshot) => Promise<Found>): Promise<Found> {
    const { live } = this.#options;
    return (await this.#ask(ask, this.#answers === undefined ? live.unknown : live.now())).found;
  }

  /** Asks of a snapshot, or, where what was live a moment ago is deleted, of what is live now. */
  async #ask<Found>(
    ask: (live: Snapshot) => Promise<Found>,
    live: Snapshot,
  ): Promise<{ readonly found: Found; readonly isOfLive: boolean }> {
    const states = this.#options.live;
    try {
      return { found: await ask(live), isOfLive: true };
    } catch (error) {
      if (live === states.unknown || !(error instanceof NoSuchIndex)) throw error;
      this.#refresh();
      return { found: await ask(states.unknown), isOfLive: false };
    }
  }

  /** Finds out what is live, once for all who meet meanwhile that it is another one. */
  #refresh(): void {
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    void this.#options.live
      .refresh()
      .catch(() => undefined)
      .finally(() => {
        this.#isRefreshing = false;
      });
  }

  /**
   * Returns what stands for an answer, so that its tag is known before it is asked for: what is asked,
   * the version of the data, and the code. At places, where one answer is that of many, the answer
   * stands for itself.
   */
  #nameOf({ isLocated = false }: LookupEndpoint, key: string): string | undefined {
    return isLocated ? undefined : `${this.#options.code} ${key}`;
  }

  #cacheControlOf({ reads, changesInPlace = false }: LookupEndpoint): string {
    if (reads === undefined) return 'no-store';
    return `private, ${changesInPlace ? 'no-cache' : `max-age=${this.#options.maxAgeSeconds}`}`;
  }
}

/** Counts a lookup whose caller has the answer already. */
export function countUnchanged({ reply }: Lookup): void {
  // One that is kept is counted where it is found.
  if (reply === undefined) statistics.lookups.unchanged += 1;
}

/** A lookup as it was sent, and what is live. */
interface Sent {
  readonly endpoint: LookupEndpoint;
  readonly url: string;
  readonly live: Snapshot;
  readonly version: string;
  readonly cacheControl: string;
}

/** To whoever joins, what another request asks for is a wait. */
async function waitedFor(running: Promise<Reply>): Promise<Reply> {
  const since = performance.now();
  try {
    return await running;
  } finally {
    noteWait(tracesNow(), performance.now() - since);
  }
}

async function textOf(question: Question, live: Snapshot): Promise<string> {
  return longSuccessBody(await question.ask(live));
}

function keyOf({ version, endpoint }: Sent, asked: string): string {
  return `${version} ${endpoint.path} ${asked}`;
}

function queryOf(url: string): string {
  const queryAt = url.indexOf('?');
  return queryAt === -1 ? '' : url.slice(queryAt + 1);
}
