import { LRUCache } from 'lru-cache';
import type { Language } from '../../indices/languages.js';
import { shareRun, TokenTurns } from '../concurrency.js';
import { NoSuchIndex, TOKEN_BUSY, unavailable } from '../errors.js';
import { Reply } from '../http/reply.js';
import { currentTokenId } from '../observe/elasticsearch.js';
import { cacheLookups } from '../observe/metrics.js';
import { type GivenBody, readQuery, readWithBody } from '../parameters/rules.js';
import type { Live, Snapshot } from '../search/live.js';
import { answerJson, largeAnswerJson } from './answers.js';
import { RecentTexts } from './cache/recentTexts.js';
import { type CacheBudget, VersionedCache } from './cache/versionedCache.js';
import type { LookupEndpoint } from './endpoint.js';

/** Checked parameters. */
interface Question {
  readonly parameters: unknown;
  /** The names of parameters that the endpoint does not have. */
  readonly ignored: readonly string[];
  /** True if the answer depends on `Accept-Language`. */
  readonly usesLanguages: boolean;
  /** The same text for all query strings with the same answer. */
  readonly canonical: string;
  /** The number of requests that it counts as without a search, and with one. */
  readonly derivedCost: number;
  readonly cost: number;
  /** True if the same request was seen before. A computed answer is cached only then. */
  readonly isRepeated: boolean;
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
/** A lookup that counts as this many requests is dear: searches with typing errors and large results. */
const DEAR_COST = 5;
/** The dear lookups that a token has under way, so that other tokens find a place. */
const DEAR_PER_TOKEN = 4;
/** The time in which its turn must come: longer than a search may take, so that searches that hang end first. */
const DEAR_WITHIN_MS = 2_100;

/** Caches whole answers, each by the version of all data that it was made of. */
export class AnswerCache {
  readonly #live: Pick<Live, 'now' | 'unknown' | 'explain'>;
  readonly #isEnabled: boolean;
  readonly #replies: VersionedCache<Reply>;
  /** Keyed by path and query string. */
  readonly #questions: LRUCache<string, Question>;
  readonly #recent = new RecentTexts();
  readonly #underWay = new Map<string, Promise<Reply>>();
  readonly #turns = new TokenTurns(DEAR_PER_TOKEN, DEAR_WITHIN_MS);
  /** The number of dear lookups that were answered. If it stays the same while one waits for its turn, Elasticsearch hangs. */
  #dearAnswers = 0;

  constructor(live: Pick<Live, 'now' | 'unknown' | 'explain'>, { answers: maxBytes }: CacheBudget) {
    this.#live = live;
    this.#isEnabled = maxBytes > 0;
    const max = Math.max(1, Math.floor(maxBytes / ANSWER_BYTES_PER_QUESTION));
    this.#questions = new LRUCache({ max });
    this.#replies = new VersionedCache('answers', maxBytes);
  }

  /**
   * Reads the parameters of a lookup, and looks for its reply in the cache.
   * @param query the query string, without the leading `?`
   * @param accepted the languages of the caller
   * @param count called with the further cost of what is not cached, before its work
   * @param body with the ids of a lookup by ids
   * @throws {ApiError} 400, and errors of `count`
   */
  lookUp(
    endpoint: LookupEndpoint,
    query: string,
    accepted: readonly Language[] = [],
    count: (more: number) => void = () => undefined,
    body?: GivenBody,
  ): CachedLookup {
    const { reads } = endpoint;
    const question = this.#question(endpoint, query, accepted, body);
    const { parameters, canonical, derivedCost, cost } = question;
    const live = this.#isEnabled ? this.#live.now() : this.#live.unknown;
    const answer = async (snapshot: Snapshot): Promise<Reply> =>
      new Reply(await largeAnswerJson(await endpoint.handle(parameters, snapshot)));
    const isDear = cost >= DEAR_COST;
    const asking = (snapshot: Snapshot): Promise<Reply> =>
      isDear ? this.#inTurn(() => answer(snapshot)) : answer(snapshot);
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
    const derived = endpoint.fromCache?.(parameters, live);
    if (derived === undefined) {
      count(cost - derivedCost);
      return { question, ask };
    }
    cacheLookups.inc({ outcome: 'derived' });
    const reply = new Reply(answerJson(derived));
    if (question.isRepeated) this.#replies.set(version, canonical, reply, reply.maxBytes);
    return { question, reply, ask };
  }

  /** Checking parameters takes a fifth of the time of a cached answer, and callers repeat their requests. */
  #question(
    endpoint: LookupEndpoint,
    query: string,
    accepted: readonly Language[],
    body?: GivenBody,
  ): Question {
    const { path, isLocated = false } = endpoint;
    const suffix = endpoint.usesLanguages === undefined ? '' : ` ${accepted.join()}`;
    const isShort = query.length <= MAX_QUERY_CHARACTERS && body === undefined;
    const isCached = this.#isEnabled && !isLocated && isShort;
    const url = `${path}?${query}${suffix}`;
    const cached = isCached ? this.#questions.get(url) : undefined;
    if (cached !== undefined) return cached;
    // A copy, because a slice of the request target would keep all of it in memory.
    const own = isCached ? Buffer.from(query).toString() : query;
    const { parameters: given, ignored } = body
      ? readWithBody(own, body, endpoint.parameters)
      : readQuery(own, endpoint.parameters);
    const usesLanguages = endpoint.usesLanguages?.(given) ?? false;
    const parameters = usesLanguages ? Object.assign({}, given, { accepted }) : given;
    const canonical = `${path} ${endpoint.canonical?.(parameters) ?? JSON.stringify(parameters)}`;
    const costOf = (isDerived: boolean) => Math.ceil(endpoint.cost?.(parameters, isDerived) ?? 1);
    const costs = { derivedCost: costOf(true), cost: costOf(false) };
    // A point is rarely requested twice.
    const isRepeated = this.#isEnabled && !isLocated && this.#recent.wasSeen(canonical);
    const question = { parameters, ignored, usesLanguages, canonical, ...costs, isRepeated };
    if (isCached && isRepeated) this.#questions.set(`${path}?${own}${suffix}`, question);
    return question;
  }

  /**
   * Works on a dear lookup when it is the turn of its token.
   * @throws {ApiError} 429 if the turn does not come in time, 503 if no dear lookup was answered meanwhile
   */
  async #inTurn(work: () => Promise<Reply>): Promise<Reply> {
    const before = this.#dearAnswers;
    try {
      const reply = await this.#turns.run(currentTokenId(), work);
      this.#dearAnswers += 1;
      return reply;
    } catch (error) {
      throw error === TOKEN_BUSY && this.#dearAnswers === before ? unavailable() : error;
    }
  }

  #askUncached(asking: (live: Snapshot) => Promise<Reply>, live: Snapshot): Promise<Reply> {
    cacheLookups.inc({ outcome: 'bypass' });
    return this.askLive(asking, live);
  }

  /** Equal lookups of a token that arrive meanwhile get the same reply. None waits for the turn of another token. */
  #askOnce(
    version: string,
    key: string,
    asking: (live: Snapshot) => Promise<Reply>,
    live: Snapshot,
  ): Promise<Reply> {
    const name = `${version} ${key} ${currentTokenId()}`;
    cacheLookups.inc({ outcome: this.#underWay.has(name) ? 'joined' : 'miss' });
    const askAndCache = async (snapshot: Snapshot): Promise<Reply> => {
      const reply = await asking(snapshot);
      if (snapshot === live) this.#replies.set(version, key, reply, reply.maxBytes);
      return reply;
    };
    return shareRun(this.#underWay, name, () => this.askLive(askAndCache, live));
  }

  /**
   * Reads from a snapshot. If its index was just deleted, reads again through the aliases. The error for missing data
   * says how far its ingestion is.
   * @throws {ApiError}
   */
  async askLive<Result>(
    ask: (live: Snapshot) => Promise<Result>,
    live = this.#isEnabled ? this.#live.now() : this.#live.unknown,
  ): Promise<Result> {
    try {
      return await ask(live);
    } catch (error) {
      if (!(error instanceof NoSuchIndex)) throw error;
      if (live === this.#live.unknown) throw this.#live.explain(error);
      return this.askLive(ask, this.#live.unknown);
    }
  }
}
