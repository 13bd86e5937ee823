import { join } from 'node:path';
import type { LRUCache } from 'lru-cache';
import { codeStamp } from '../../../core/elasticsearch/codeStamp.js';
import { NoSuchIndex } from '../../errors.js';
import { longSuccessBody, successBody } from '../../middleware/envelope.js';
import { tagOf } from '../../middleware/tag.js';
import { keptLookups } from '../../observe/metrics.js';
import { noteWait, tracesNow } from '../../observe/trace.js';
import type { Live, Snapshot } from '../../search/live.js';
import type { Recalled } from '../answers.js';
import type { LookupEndpoint, Question } from '../endpoint.js';
import { boundedMap, type Budget } from './budget.js';
import { Reply } from './reply.js';

/** A lookup whose parameters are right, with its answer if that is kept. */
export interface Lookup {
  /** Absent: it must be asked for. */
  readonly reply?: Reply | undefined;
  readonly cacheControl: string;
  /** The tag that the answer has or will have; absent where only the answer tells it, or nobody may keep it. */
  readonly etag?: string | undefined;
  /** The names of parameters that nobody reads. */
  readonly ignored: readonly string[];
  /**
   * Asks Elasticsearch.
   * @throws {ApiError}
   */
  ask(): Promise<Reply>;
}

export interface KeptAnswersOptions {
  readonly live: Pick<Live, 'now' | 'refresh' | 'unknown'>;
  /** Undefined: nothing is kept. */
  readonly budget: Budget | undefined;
  /** As long as callers may take an answer for the present one without asking. */
  readonly maxAgeSeconds: number;
  /** Stands for the code that makes answers of documents; a hash of it when absent. */
  readonly code?: string;
}

/** All code that decides what answers look like. */
const CODE = ['../..', '../../../indices', '../../../core'].map((folder) =>
  join(import.meta.dirname, folder),
);

/** A question about what is live, and the version of all that its answer is made of. */
interface Asked {
  readonly endpoint: LookupEndpoint;
  readonly question: Question;
  readonly live: Snapshot;
  readonly version: string;
}

/**
 * Answers lookups, by what was kept where that is the present answer. What is kept is known by the
 * version of all that it was made of, and every lookup finds out which version is live.
 */
export class KeptAnswers {
  readonly #options: KeptAnswersOptions;
  readonly #code: string;
  readonly #answers: LRUCache<string, Reply> | undefined;
  readonly #underWay = new Map<string, Promise<Reply>>();
  #isRefreshing = false;

  constructor(options: KeptAnswersOptions) {
    this.#options = options;
    this.#code = options.code ?? codeStamp(CODE);
    if (options.budget !== undefined)
      this.#answers = boundedMap(options.budget.answers, ({ maxBytes }) => maxBytes, 'answers');
  }

  /**
   * Finds out what is asked, and the answer where it is kept.
   * @param query the query string, without the leading `?`
   * @throws {ApiError} 400
   */
  lookUp(endpoint: LookupEndpoint, query: string): Lookup {
    const question = endpoint.question(query);
    const { ignored } = question;
    const cacheControl = this.#cacheControlOf(endpoint);
    // Where nothing is kept, everything is asked as while nothing is known: what changes all the time
    // is written by its alias, and must be read where it is written.
    const live = endpoint.reads === undefined ? this.#options.live.unknown : this.#live();
    const version = endpoint.reads && live.version(endpoint.reads);
    if (version === undefined) {
      return {
        cacheControl,
        ignored,
        ask: async () => {
          keptLookups.inc({ way: 'not_kept' });
          return new Reply((await this.#ask((snapshot) => textOf(question, snapshot), live)).found);
        },
      };
    }
    const asked = { endpoint, question, live, version };
    const reply = this.#find(asked);
    if (reply !== undefined) return { reply, cacheControl, etag: reply.etag, ignored, ask: () => Promise.resolve(reply) }; // prettier-ignore
    const key = keyOf(asked, question.canonical());
    const named = this.#nameOf(endpoint, key);
    return {
      cacheControl,
      etag: named && tagOf(named),
      ignored,
      ask: () => this.#askOnce(key, asked),
    };
  }

  #live(): Snapshot {
    const { live } = this.#options;
    return this.#answers === undefined ? live.unknown : live.now();
  }

  #find(asked: Asked): Reply | undefined {
    // At a place that is asked for the first time, a cell may be known.
    return asked.endpoint.isLocated === true
      ? (this.#recall(asked) ?? this.#findSame(asked))
      : (this.#findSame(asked) ?? this.#recall(asked));
  }

  #findSame(asked: Asked): Reply | undefined {
    const reply = this.#answers?.get(keyOf(asked, asked.question.canonical()));
    if (reply !== undefined) keptLookups.inc({ way: 'question' });
    return reply;
  }

  #recall(asked: Asked): Reply | undefined {
    const recalled = asked.question.recall(asked.live);
    if (recalled === undefined) return undefined;
    const key = keyOf(asked, recalled.key ?? asked.question.canonical());
    const reply = this.#answers?.get(key) ?? this.#make(key, asked.endpoint, recalled);
    if (reply !== undefined) keptLookups.inc({ way: 'made' });
    return reply;
  }

  #make(key: string, endpoint: LookupEndpoint, recalled: Recalled): Reply | undefined {
    const answer = recalled.answer();
    if (answer === undefined) return undefined;
    const reply = new Reply(successBody(answer), this.#nameOf(endpoint, key));
    this.#answers?.set(key, reply);
    return reply;
  }

  /** Whoever asks the same meanwhile gets the same answer. */
  #askOnce(key: string, { endpoint, question, live }: Asked): Promise<Reply> {
    const running = this.#underWay.get(key);
    keptLookups.inc({ way: running === undefined ? 'asked' : 'joined' });
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
    return (await this.#ask(ask, this.#live())).found;
  }

  /** Asks of a snapshot, or, where what was live a moment ago is deleted, of what is live now. */
  async #ask<Found>(
    ask: (live: Snapshot) => Promise<Found>,
    live: Snapshot,
  ): Promise<{ readonly found: Found; readonly isOfLive: boolean }> {
    const { unknown } = this.#options.live;
    try {
      return { found: await ask(live), isOfLive: true };
    } catch (error) {
      if (live === unknown || !(error instanceof NoSuchIndex)) throw error;
      this.#refresh();
      return { found: await ask(unknown), isOfLive: false };
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
    return isLocated ? undefined : `${this.#code} ${key}`;
  }

  #cacheControlOf({ reads, changesInPlace = false }: LookupEndpoint): string {
    if (reads === undefined) return 'no-store';
    return `private, ${changesInPlace ? 'no-cache' : `max-age=${this.#options.maxAgeSeconds}`}`;
  }
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

function keyOf({ version, endpoint }: Asked, asked: string): string {
  return `${version} ${endpoint.path} ${asked}`;
}
