import type { Logger } from 'pino';

/** After so long without another one, it is over. */
const QUIET_MS = 10_000;
const LOOK_EVERY_MS = 5_000;
/** While it goes on, it is told again so often. */
const TOLD_EVERY_MS = 60_000;

interface Episode {
  readonly begun: number;
  latest: number;
  told: number;
  requests: number;
}

/** The first request of an episode. */
export interface First {
  readonly requestId: string;
  readonly path: string;
  readonly cause?: string | undefined;
}

/**
 * Tells in the log when requests begin to be refused for a reason, and when that is over: two lines,
 * however many requests there are.
 */
export class Episodes {
  readonly #logger: Logger;
  readonly #running = new Map<string, Episode>();
  #timer: NodeJS.Timeout | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(reason: string, first: First): void {
    const now = performance.now();
    const running = this.#running.get(reason);
    if (running !== undefined) {
      running.latest = now;
      running.requests += 1;
      return;
    }
    this.#running.set(reason, { begun: now, latest: now, told: now, requests: 1 });
    this.#logger.warn({ reason, ...first }, 'requests are refused');
    this.#timer ??= setInterval(() => {
      this.#look();
    }, LOOK_EVERY_MS).unref();
  }

  #look(): void {
    const now = performance.now();
    for (const [reason, episode] of this.#running) {
      const { begun, latest, told, requests } = episode;
      const line = { reason, requests, forMs: Math.round(latest - begun) };
      if (now - latest >= QUIET_MS) {
        this.#running.delete(reason);
        this.#logger.info(line, 'requests are refused no more');
      } else if (now - told >= TOLD_EVERY_MS) {
        episode.told = now;
        this.#logger.warn(line, 'requests are still refused');
      }
    }
    if (this.#running.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
