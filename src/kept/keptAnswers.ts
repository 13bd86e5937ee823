import { hash } from 'node:crypto';
import type { LRUCache } from 'lru-cache';
import { NoSuchIndex } from '../errors.js';
import { longSuccessBody, successBody } from '../http/envelope.js';
import type { LookupEndpoint, OnIgnored, Question } from '../http/endpoint.js';
import type { Live, Snapshot } from '../store/live.js';
import { Addresses } from './addresses.js';
import { boundedMap, type Budget } from './budget.js';
import { Reply } from './reply.js';

/** The body of an answer, and the tag by which callers know it again. */
export interface Answered {
  readonly reply: Reply;
  /** Absent where nobody may keep the answer. */
  readonly etag?: string;
}

/** A lookup whose parameters are right. */
export interface Lookup extends Partial<Answered> {
  readonly cacheControl: string;
  /**
   * Asks Elasticsearch; needed where `reply` is absent.
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
  readonly #underWay = new Map<string, Promise<Answered>>();

  constructor(options: KeptAnswersOptions) {
    this.#options = options;
    if (options.budget === undefined) return;
    this.#answers = boundedMap(options.budget.answers, ({ maxBytes }) => maxBytes);
    this.#addresses = new Addresses(options.budget.addresses);
  }

  /**
   * Finds out what is asked, and the answer where it is kept.
   * @param query the query string, without the leading `?`
   * @throws {ApiError} 400, after `onIgnored`
   */
  lookUp(endpoint: LookupEndpoint, query: string, onIgnored: OnIgnored): Lookup {
    const known = this.#options.live.now();
    // Where nothing is kept, everything is asked as while nothing is known.
    const live = this.#answers === undefined ? this.#options.live.unknown : known;
    const version = endpoint.reads && live.version(endpoint.reads);
    if (version === undefined) return this.#unkept(endpoint, query, live, onIgnored);
    const cacheControl = this.#cacheControlOf(endpoint);
    const address = this.#addresses?.get(endpoint, query);
    if (address?.version === version) {
      const reply = this.#answers?.get(address.key);
      if (reply !== undefined) {
        if (address.ignored.length > 0) onIgnored(address.ignored);
        const answered = { reply, etag: address.etag };
        return { ...answered, cacheControl, ask: () => Promise.resolve(answered) };
      }
    }
    let ignored: readonly string[] = [];
    const question = endpoint.question(query, (names) => {
      ignored = names;
      onIgnored(names);
    });
    const etag = tagOf(`${this.#options.code} ${keyOf(version, endpoint, question.canonical)}`);
    const remember = (key: string): void =>
      this.#addresses?.set(endpoint, query, { version, key, etag, ignored });
    const found = this.#find(version, endpoint, question, live);
    if (found !== undefined) remember(found.key);
    return {
      ...(found && { reply: found.reply }),
      etag,
      cacheControl,
      ask: () => {
        const key = keyOf(version, endpoint, question.canonical);
        remember(key);
        return this.#askOnce(key, etag, question, live);
      },
    };
  }

  #unkept(endpoint: LookupEndpoint, query: string, live: Snapshot, onIgnored: OnIgnored): Lookup {
    const question = endpoint.question(query, onIgnored);
    return {
      cacheControl: this.#cacheControlOf(endpoint),
      ask: async () => {
        const { reply } = await this.#ask(question, live);
        // Nothing is known that the answer is made of.
        return endpoint.reads === undefined ? { reply } : { reply, etag: tagOf(reply.latin1) };
      },
    };
  }

  #find(
    version: string,
    endpoint: LookupEndpoint,
    question: Question,
    live: Snapshot,
  ): { key: string; reply: Reply } | undefined {
    const answers = this.#answers;
    if (answers === undefined) return undefined;
    const asked = keyOf(version, endpoint, question.canonical);
    const same = answers.get(asked);
    if (same !== undefined) return { key: asked, reply: same };
    const recalled = question.recall(live);
    if (recalled === undefined) return undefined;
    const key = recalled.key === undefined ? asked : keyOf(version, endpoint, recalled.key);
    const reply = answers.get(key) ?? new Reply(successBody(recalled.answer()));
    answers.set(key, reply);
    return { key, reply };
  }

  /** Whoever asks the same meanwhile gets the same answer. */
  #askOnce(key: string, etag: string, question: Question, live: Snapshot): Promise<Answered> {
    const running = this.#underWay.get(key);
    if (running !== undefined) return running;
    const asking = this.#ask(question, live)
      .then(({ reply, isOfSnapshot }): Answered => {
        if (!isOfSnapshot) return { reply, etag: tagOf(reply.latin1) };
        this.#answers?.set(key, reply);
        return { reply, etag };
      })
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, asking);
    return asking;
  }

  async #ask(question: Question, live: Snapshot): Promise<{ reply: Reply; isOfSnapshot: boolean }> {
    const { live: states } = this.#options;
    try {
      return { reply: await replyTo(question, live), isOfSnapshot: true };
    } catch (error) {
      if (live === states.unknown || !(error instanceof NoSuchIndex)) throw error;
      // What was live a moment ago is deleted. By its alias, that which is live now is found.
      void states.refresh().catch(() => undefined);
      return { reply: await replyTo(question, states.unknown), isOfSnapshot: false };
    }
  }

  #cacheControlOf({ reads, changesInPlace = false }: LookupEndpoint): string {
    if (reads === undefined) return 'no-store';
    return `private, ${changesInPlace ? 'no-cache' : `max-age=${this.#options.maxAgeSeconds}`}`;
  }
}

async function replyTo(question: Question, live: Snapshot): Promise<Reply> {
  return new Reply(await longSuccessBody(await question.ask(live)));
}

function keyOf(version: string, { path }: LookupEndpoint, asked: string): string {
  return `${version} ${path} ${asked}`;
}

/** A weak one, for it is the same in every content coding. */
function tagOf(text: string): string {
  return `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
}
