import type { Logger } from 'pino';

/** What is written when a state begins, while it goes on, and when it ends. */
export interface StateLines {
  readonly begin: string;
  readonly end: string;
  /** Absent: it is told only when it begins and ends. */
  readonly goOn?: string;
}

export interface StateOptions {
  /** It is over when it was not met for so long; absent: when `end` is called. */
  readonly quietMs?: number | undefined;
  /** When this is another one, its first line is written again: what is wrong has changed. */
  readonly tellAgain?: string | undefined;
}

interface State extends StateOptions {
  readonly lines: StateLines;
  readonly begun: number;
  readonly details: Readonly<Record<string, unknown>>;
  latest: number;
  told: number;
  times: number;
}

const LOOK_EVERY_MS = 5_000;
/** While it goes on, it is told again so often. */
const TOLD_EVERY_MS = 60_000;

/** Tells of troubles in the log: a line when one begins and one when it is over, however often it is met meanwhile. */
export class StateLog {
  readonly #logger: Logger;
  readonly #states = new Map<string, State>();
  #timer: NodeJS.Timeout | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  isIn(name: string): boolean {
    return this.#states.has(name);
  }

  /**
   * Notes a trouble.
   * @param details are written with its first line
   */
  begin(
    name: string,
    lines: StateLines,
    details: Readonly<Record<string, unknown>>,
    { quietMs, tellAgain }: StateOptions = {},
  ): void {
    const now = performance.now();
    const state = this.#states.get(name);
    if (state !== undefined && state.tellAgain === tellAgain) {
      state.latest = now;
      state.times += 1;
      return;
    }
    const { begun = now, times = 0 } = state ?? {};
    this.#states.set(name, { lines, begun, details, latest: now, told: now, times: times + 1, quietMs, tellAgain }); // prettier-ignore
    this.#logger.warn(details, lines.begin);
    this.#timer ??= setInterval(() => {
      this.#look();
    }, LOOK_EVERY_MS).unref();
  }

  /** Notes that a trouble is over, if there was one. */
  end(name: string): void {
    const state = this.#states.get(name);
    if (state === undefined) return;
    this.#states.delete(name);
    this.#logger.info(lineOf(state, performance.now()), state.lines.end);
    if (this.#states.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const now = performance.now();
    for (const [name, state] of this.#states) {
      const { quietMs = Infinity, latest, told, lines } = state;
      if (now - latest >= quietMs) this.end(name);
      else if (lines.goOn !== undefined && now - told >= TOLD_EVERY_MS) {
        state.told = now;
        this.#logger.warn(lineOf(state, now), lines.goOn);
      }
    }
  }
}

function lineOf({ begun, latest, times, quietMs, details }: State, now: number): object {
  const { reason } = details;
  return { reason, times, forMs: Math.round((quietMs === undefined ? now : latest) - begun) };
}
