import { LRUCache } from 'lru-cache';
import { NoSuchIndex } from '../errors.js';
import { type Coding, COMPRESSED_FROM_BYTES, encode, tagOf } from '../http/codings.js';
import { cacheLookups } from '../observe/metrics.js';
import { readQuery } from '../parameters/rules.js';
import type { Live, Snapshot } from '../search/live.js';
import { answerJson, largeAnswerJson } from './answers.js';
import type { LookupEndpoint } from './endpoint.js';
import { type CacheBudget, VersionedCache } from './cache/versionedCache.js';

/** A long body may take this many times its size, its compressed forms included. */
const CODINGS_FACTOR = 2;
/** The object without its body: measured in Node 20. */
const OBJECT_BYTES = 230;

/**
 * The body of a successful answer.
 *
 * The body is a `latin1` string, one character for each byte: Node sends such a string together
 * with the headers in one write.
 */
export class Reply {
  readonly latin1: string;
  #etag: string | undefined;
  /** A promise while the compression is under way, so that callers share it. */
  readonly #encoded: Partial<Record<Coding, string | Promise<string> | undefined>> = {};
  #encodedBytes = 0;

  constructor(json: string) {
    const isAscii = Buffer.byteLength(json) === json.length;
    this.latin1 = isAscii ? json : Buffer.from(json).toString('latin1');
  }

  /**
   * A weak tag of the body, the same in every content coding and on every process. Made when it is needed:
   * to hash a long body takes as long as to write it.
   */
  get etag(): string {
    this.#etag ??= tagOf(Buffer.from(this.latin1, 'latin1'));
    return this.#etag;
  }

  /** The most memory that it may take, in any number of codings. */
  get maxBytes(): number {
    const bodies = this.latin1.length * (this.#isShort ? 1 : CODINGS_FACTOR);
    return bodies + OBJECT_BYTES;
  }

  get #isShort(): boolean {
    return this.latin1.length < COMPRESSED_FROM_BYTES;
  }

  /** Returns the coding to send; short bodies are not compressed. */
  codingFor(preferred: Coding): Coding {
    return this.#isShort ? 'identity' : preferred;
  }

  /** Returns the body in a coding, at once if it is there. */
  encoded(coding: Coding): string | Promise<string> {
    if (coding === 'identity') return this.latin1;
    this.#encoded[coding] ??= this.#encode(coding);
    return this.#encoded[coding];
  }

  async #encode(coding: Exclude<Coding, 'identity'>): Promise<string> {
    let kept: string | undefined;
    try {
      const bytes = await encode(Buffer.from(this.latin1, 'latin1'), coding);
      // A string, because a small buffer of zlib would keep its whole block of 16 KiB alive.
      const text = bytes.toString('latin1');
      if (this.#encodedBytes + text.length <= this.latin1.length) kept = text;
      this.#encodedBytes += kept?.length ?? 0;
      return text;
    } finally {
      this.#encoded[coding] = kept;
    }
  }
}

/** Checked parameters. */
interface Question {
  readonly parameters: unknown;
  /** The names of parameters that the endpoint does not have. */
  readonly ignored: readonly string[];
  /** The same text for all query strings with the same answer. */
  readonly canonical: string;
  /** The number of requests that it counts as without a search, and with one. */
  readonly derivedCost: number;
  readonly cost: number;
}

/** A lookup with valid parameters, and its reply if that is cached. */
export interface CachedLookup {
  readonly question: Question;
  /** Absent: call `ask`. */
  readonly reply?: Reply;
  /**
   * Gets the reply from Elasticsearch.
   * @throws {ApiError}
   */
  readonly ask: () => Promise<Reply>;
}

/** One cached query string for so many bytes of answers. It takes a kilobyte at most. */
const ANSWER_BYTES_PER_QUESTION = 2_400;
const MAX_QUERY_CHARACTERS = 300;

/** Caches whole answers, each by the version of all data that it was made of. */
export class AnswerCache {
  readonly #live: Pick<Live, 'now' | 'unknown'>;
  readonly #isEnabled: boolean;
  readonly #replies: VersionedCache<Reply>;
  /** Keyed by path and query string. */
  readonly #questions: LRUCache<string, Question>;
  readonly #underWay = new Map<string, Promise<Reply>>();

  constructor(live: Pick<Live, 'now' | 'unknown'>, { answers: maxBytes }: CacheBudget) {
    this.#live = live;
    this.#isEnabled = maxBytes > 0;
    const max = Math.max(1, Math.floor(maxBytes / ANSWER_BYTES_PER_QUESTION));
    this.#questions = new LRUCache({ max });
    this.#replies = new VersionedCache('answers', maxBytes);
  }

  /**
   * Reads the parameters of a lookup, and looks for its reply in the cache.
   * @param query the query string, without the leading `?`
   * @param count called with the further cost of what is not cached, before its work
   * @throws {ApiError} 400, and errors of `count`
   */
  lookUp(
    endpoint: LookupEndpoint,
    query: string,
    count: (more: number) => void = () => undefined,
  ): CachedLookup {
    const { reads, isLocated = false } = endpoint;
    const question = this.#question(endpoint, query);
    const { parameters, canonical, derivedCost, cost } = question;
    const live = this.#isEnabled ? this.#live.now() : this.#live.unknown;
    const asking = async (snapshot: Snapshot): Promise<Reply> =>
      new Reply(await largeAnswerJson(await endpoint.handle(parameters, snapshot)));
    const version = reads && live.version(reads);
    if (version === undefined) {
      count(cost - 1);
      return { question, ask: () => this.#askUncached(asking, live) };
    }
    const ask = (): Promise<Reply> => this.#askOnce(version, canonical, asking, live);
    const cached = this.#replies.get(version, canonical);
    if (cached !== undefined) {
      cacheLookups.inc({ outcome: 'hit' });
      return { question, reply: cached, ask };
    }
    count(derivedCost - 1);
    const answer = endpoint.fromCache?.(parameters, live);
    if (answer === undefined) {
      count(cost - derivedCost);
      return { question, ask };
    }
    cacheLookups.inc({ outcome: 'derived' });
    const reply = new Reply(answerJson(answer));
    // A point is rarely requested twice; its cell is cached instead.
    if (!isLocated) this.#replies.set(version, canonical, reply, reply.maxBytes);
    return { question, reply, ask };
  }

  /** Checking parameters takes a fifth of the time of a cached answer, and callers repeat their requests. */
  #question(endpoint: LookupEndpoint, query: string): Question {
    const { path, isLocated = false } = endpoint;
    const isCached = this.#isEnabled && !isLocated && query.length <= MAX_QUERY_CHARACTERS;
    const url = `${path}?${query}`;
    const cached = isCached ? this.#questions.get(url) : undefined;
    if (cached !== undefined) return cached;
    // A copy, because a slice of the request target would keep all of it in memory.
    const own = isCached ? Buffer.from(query).toString() : query;
    const { parameters, ignored } = readQuery(own, endpoint.parameters);
    const canonical = `${path} ${endpoint.canonical?.(parameters) ?? JSON.stringify(parameters)}`;
    const costOf = (isDerived: boolean) => Math.ceil(endpoint.cost?.(parameters, isDerived) ?? 1);
    const costs = { derivedCost: costOf(true), cost: costOf(false) };
    const question = { parameters, ignored, canonical, ...costs };
    if (isCached) this.#questions.set(`${path}?${own}`, question);
    return question;
  }

  #askUncached(asking: (live: Snapshot) => Promise<Reply>, live: Snapshot): Promise<Reply> {
    cacheLookups.inc({ outcome: 'bypass' });
    return this.askLive(asking, live);
  }

  /** Equal lookups that arrive meanwhile get the same reply. */
  #askOnce(
    version: string,
    key: string,
    asking: (live: Snapshot) => Promise<Reply>,
    live: Snapshot,
  ): Promise<Reply> {
    const name = `${version} ${key}`;
    const running = this.#underWay.get(name);
    cacheLookups.inc({ outcome: running === undefined ? 'miss' : 'joined' });
    if (running !== undefined) return running;
    const asked = this.askLive(async (snapshot) => {
      const reply = await asking(snapshot);
      if (snapshot === live) this.#replies.set(version, key, reply, reply.maxBytes);
      return reply;
    }, live).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, asked);
    return asked;
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
