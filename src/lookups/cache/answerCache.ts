import type { LRUCache } from 'lru-cache';
import { NoSuchIndex } from '../../errors.js';
import { longSuccessBody, successBody } from '../../middleware/envelope.js';
import { cacheLookups } from '../../observe/metrics.js';
import type { Live, Snapshot } from '../../search/live.js';
import type { LookupEndpoint, Question } from '../endpoint.js';
import { boundedMap, type CacheBudget } from './boundedMap.js';
import { Reply } from './reply.js';

/** A lookup with valid parameters, and its reply if that is cached. */
export interface CachedLookup {
  /** Absent: call `ask`. */
  readonly reply?: Reply;
  /** The names of parameters that the endpoint does not have. */
  readonly ignored: readonly string[];
  /**
   * Gets the reply from Elasticsearch.
   * @throws {ApiError}
   */
  readonly ask: () => Promise<Reply>;
}

/**
 * Caches whole answers. An entry is keyed by the version of all data that it was made of, so a
 * promoted generation makes old entries unreachable.
 */
export class AnswerCache {
  readonly #live: Pick<Live, 'now' | 'unknown'>;
  readonly #isEnabled: boolean;
  readonly #replies: LRUCache<string, Reply>;
  readonly #underWay = new Map<string, Promise<Reply>>();

  constructor(live: Pick<Live, 'now' | 'unknown'>, { answers: maxBytes }: CacheBudget) {
    this.#live = live;
    this.#isEnabled = maxBytes > 0;
    this.#replies = boundedMap(maxBytes, (reply) => reply.maxBytes, 'answers');
  }

  /**
   * Reads the parameters of a lookup, and looks for its reply in the cache.
   * @param query the query string, without the leading `?`
   * @throws {ApiError} 400
   */
  lookUp(endpoint: LookupEndpoint, query: string): CachedLookup {
    const question = endpoint.question(query);
    const { ignored } = question;
    // Without `reads` an answer may change at any time, so it is read through the alias.
    const live = endpoint.reads && this.#isEnabled ? this.#live.now() : this.#live.unknown;
    const version = endpoint.reads && live.version(endpoint.reads);
    if (version === undefined) return { ignored, ask: () => this.#askUncached(question, live) };
    const key = `${version} ${endpoint.path} ${question.canonical()}`;
    const reply = this.#find(key, endpoint, question, live);
    if (reply !== undefined) return { reply, ignored, ask: () => Promise.resolve(reply) };
    return { ignored, ask: () => this.#askOnce(key, question, live) };
  }

  #find(
    key: string,
    { isLocated = false }: LookupEndpoint,
    question: Question,
    live: Snapshot,
  ): Reply | undefined {
    const cached = this.#replies.get(key);
    if (cached !== undefined) {
      cacheLookups.inc({ outcome: 'hit' });
      return cached;
    }
    const answer = question.fromCache(live);
    if (answer === undefined) return undefined;
    cacheLookups.inc({ outcome: 'derived' });
    const reply = new Reply(successBody(answer));
    // A point is rarely requested twice; its cell is cached instead.
    if (!isLocated) this.#replies.set(key, reply);
    return reply;
  }

  #askUncached(question: Question, live: Snapshot): Promise<Reply> {
    cacheLookups.inc({ outcome: 'bypass' });
    return this.askLive(async (snapshot) => new Reply(await bodyOf(question, snapshot)), live);
  }

  /** Equal lookups that arrive meanwhile get the same reply. */
  #askOnce(key: string, question: Question, live: Snapshot): Promise<Reply> {
    const running = this.#underWay.get(key);
    cacheLookups.inc({ outcome: running === undefined ? 'miss' : 'joined' });
    if (running !== undefined) return running;
    const asking = this.#ask(key, question, live).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, asking);
    return asking;
  }

  #ask(key: string, question: Question, live: Snapshot): Promise<Reply> {
    return this.askLive(async (snapshot) => {
      const reply = new Reply(await bodyOf(question, snapshot));
      if (snapshot === live) this.#replies.set(key, reply);
      return reply;
    }, live);
  }

  /**
   * Reads from a snapshot. If its index was just deleted, reads again through the aliases.
   * @throws {ApiError}
   */
  async askLive<Result>(
    ask: (live: Snapshot) => Promise<Result>,
    live = this.#isEnabled ? this.#live.now() : this.#live.unknown,
  ): Promise<Result> {
    try {
      return await ask(live);
    } catch (error) {
      if (live === this.#live.unknown || !(error instanceof NoSuchIndex)) throw error;
      return ask(this.#live.unknown);
    }
  }
}

async function bodyOf(question: Question, live: Snapshot): Promise<string> {
  return longSuccessBody(await question.ask(live));
}
