import { unavailable } from '../errors.js';
import type { Found } from './multiSearch.js';
import type { Trace } from '../observe/trace.js';

/** Searches that belong together. */
export interface Group {
  /** As `toLines` makes them. */
  readonly lines: readonly string[];
  /** How many documents they ask for. */
  readonly hits: number;
  /** When their time is over, by `performance.now()`. */
  readonly deadline: number;
}

/** Searches that wait for their turn. */
export interface Waiting extends Group {
  /** By `performance.now()`. */
  readonly since: number;
  readonly traces: readonly Trace[];
  readonly resolve: (found: Found<unknown>[]) => void;
  readonly reject: (error: Error) => void;
}

/** What goes together, and how many may wait. */
export interface LaneOptions {
  /** Requests under way at once. */
  maxRequests: number;
  /** Searches in one request. */
  maxSearches: number;
  /** Documents that the searches of one request ask for. */
  maxHits: number;
  /** So many may wait until their time is over; only of more may some be refused before. */
  maxPatient: number;
  /** While the oldest of more has waited so long for its turn, new ones are refused at once. */
  maxQueuedMs: number;
  /** After so long, more than can be answered is no passing crowd: fewer may wait, until for as long nobody is refused. */
  lastingMs: number;
}

/** No limit of waiting is shorter. */
const MIN_QUEUED_MS = 20;
/** And for so many times as a request takes: one round behind another, as 64 callers at once need it. */
const ROUNDS_QUEUED = 2;
/** Of the latest request, in the usual time of one. */
const WEIGHT = 0.1;

/**
 * Searches of like weight that wait for their turn, the oldest first.
 *
 * A crowd that comes at once, or while Elasticsearch pauses, is waited for. Where more comes all the
 * time than can be answered, a queue would only make everybody wait: then only `maxPatient` wait, and whoever
 * comes beside them is refused at once, until there has been room for all for a while.
 */
export class Lane {
  /** Requests that are under way. */
  underWay = 0;
  readonly #options: LaneOptions;
  readonly #waiting: Waiting[] = [];
  /** How long a request takes. */
  #usualMs = 0;
  /** Since when the oldest had to wait for long each time, and those who waited became no fewer. */
  #crowdedSince: number | undefined;
  /** How many waited then. */
  #fewest = 0;
  /** Once it has been so for long: until nobody has had to be refused for as long, by `performance.now()`. */
  #lastsUntil = 0;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  get length(): number {
    return this.#waiting.length;
  }

  /** Tells whether so many wait, or for so long, that a new one is refused. Whoever asks refuses it then. */
  get isCongested(): boolean {
    if (this.#waiting.length < this.#options.maxPatient) return false;
    const now = performance.now();
    const isLasting = this.#isLasting(now);
    if (!isLasting && this.#waitedMs(now) < this.#options.maxQueuedMs) return false;
    if (isLasting) this.#lastOn(now);
    return true;
  }

  add(waiting: Waiting): void {
    this.#waiting.push(waiting);
  }

  /** Returns those who go into the next request: as many as it may hold, and one at least. */
  take(): Waiting[] {
    const { maxSearches, maxHits } = this.#options;
    let searches = 0;
    let hits = 0;
    let count = 0;
    for (const group of this.#waiting) {
      searches += group.lines.length;
      hits += group.hits;
      if (searches > maxSearches || hits > maxHits) break;
      count += 1;
    }
    return this.#waiting.splice(0, Math.max(1, count));
  }

  /** Is told how long a request took. */
  learn(tookMs: number): void {
    this.#usualMs += (tookMs - this.#usualMs) * WEIGHT;
  }

  /**
   * Refuses those whose time is over, or will be before they are answered; the last one goes on while
   * it has any, for by it shows that answers take less again.
   */
  refuseLate(now: number): void {
    for (;;) {
      const [oldest] = this.#waiting;
      const neededMs = this.#waiting.length > 1 ? this.#usualMs : 0;
      if (oldest === undefined || oldest.deadline - now > neededMs) return;
      this.#waiting.shift();
      oldest.reject(unavailable());
    }
  }

  /** One that came at once, or while Elasticsearch paused, becomes smaller: it does not last. */
  lookAtCrowd(now: number): void {
    if (this.#isLasting(now)) return;
    const { length } = this.#waiting;
    if (this.#waitedMs(now) < this.#shortMs) this.#crowdedSince = undefined;
    else if (this.#crowdedSince === undefined || length < this.#fewest) {
      this.#crowdedSince = now;
      this.#fewest = length;
    } else if (now - this.#crowdedSince >= this.#options.lastingMs) {
      this.#crowdedSince = undefined;
      this.#lastOn(now);
    }
  }

  #isLasting(now: number): boolean {
    return now < this.#lastsUntil;
  }

  #lastOn(now: number): void {
    this.#lastsUntil = now + this.#options.lastingMs;
  }

  get #shortMs(): number {
    return Math.max(MIN_QUEUED_MS, ROUNDS_QUEUED * this.#usualMs);
  }

  /** Returns for how long the oldest has waited. */
  #waitedMs(now: number): number {
    const [oldest] = this.#waiting;
    return oldest === undefined ? 0 : now - oldest.since;
  }
}
