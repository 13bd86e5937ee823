import { Latest } from '../shared/typing.js';
import { detailOf } from './failures.js';
import { findByName, type NameQuery, type Service } from './lookups.js';
import type { Suggested } from './suggestionList.js';

/** Searches the latest text. Waits after failures, so that the service can recover. */
export class Suggestions {
  readonly #latest = new Latest();
  backoff = new Backoff();
  /** The latest answer, which is not requested again. */
  answer: Suggested | undefined;
  /** Identifies its lookup. */
  #question = '';
  #service: Service = { url: '', token: '' };

  cancel(): void {
    this.#latest.cancel();
  }

  /**
   * Searches after a pause. Returns undefined if another search was started meanwhile.
   * @throws an error of the client
   */
  async find(service: Service, query: NameQuery, pauseMs: number): Promise<Suggested | undefined> {
    const question = JSON.stringify([service, query]);
    if (this.answer !== undefined && question === this.#question) {
      this.cancel();
      return this.answer;
    }
    if (service.url !== this.#service.url || service.token !== this.#service.token) {
      this.#service = service;
      this.backoff = new Backoff();
    }
    const backoff = this.backoff;
    const answer = await this.#latest.run(Math.max(pauseMs, backoff.pauseMs), async (signal) => {
      try {
        const found = await findByName(service, query, signal);
        backoff.succeeded();
        return { typed: query.token, ...found };
      } catch (error) {
        if (!signal.aborted) backoff.failed(detailOf(error).retryAfterSeconds);
        throw error;
      }
    });
    if (answer === undefined) return undefined;
    this.#question = question;
    this.answer = answer;
    return answer;
  }
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A longer `Retry-After` is not trusted, because a clock may be wrong. */
const LONGEST_RETRY_AFTER_MS = 600_000;

/** Computes the pause after failures. It grows, and is at least `Retry-After`. */
export class Backoff {
  #failures = 0;
  #until = 0;

  /** The time until the next request, 0 for none. */
  get pauseMs(): number {
    return Math.max(0, this.#until - performance.now());
  }

  succeeded(): void {
    this.#failures = 0;
    this.#until = 0;
  }

  failed(retryAfterSeconds = 0): void {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS);
    this.#failures += 1;
    // Random, so that not all pages return at once.
    const spreadMs = pauseMs * (0.5 + Math.random() / 2);
    const minimumMs = Math.min(retryAfterSeconds * 1_000, LONGEST_RETRY_AFTER_MS);
    this.#until = performance.now() + Math.max(minimumMs, spreadMs);
  }
}

/** The time to find the next key or read the suggestions of an input method. */
const SETTLED_MS = 250;

const READINGS = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Han}]/u;

/**
 * Returns how long a text that is being composed must stay unchanged before it is searched.
 * Kana, Bopomofo and the Latin letters of Chinese or Japanese pages are readings, which are replaced
 * later, so they wait longer. Hangul and words of phone keyboards are names already.
 */
export function composingPauseMs(text: string, lang: string, debounceMs: number): number {
  const isReading = READINGS.test(text) || lang === 'zh' || lang === 'ja';
  return isReading ? Math.max(SETTLED_MS, debounceMs) : debounceMs;
}
