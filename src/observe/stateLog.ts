import type { Logger } from 'pino';

/** The log lines of a state. */
export interface StateLines {
  readonly begin: string;
  readonly end: string;
  /** Logged once a minute while the state lasts. Absent: not logged. */
  readonly goOn?: string;
}

export interface StateOptions {
  /** The state ends after this time without `begin`. Absent: it ends with `end`. */
  readonly quietMs?: number | undefined;
  /** If this differs from the last time, the first line is logged again. */
  readonly variant?: string | undefined;
}

interface State extends StateOptions {
  readonly lines: StateLines;
  readonly begun: number;
  readonly details: Readonly<Record<string, unknown>>;
  latest: number;
  logged: number;
  times: number;
}

const CHECK_EVERY_MS = 5_000;
const LOG_EVERY_MS = 60_000;

/** Logs one line when a problem begins and one when it is over, however often it occurs meanwhile. */
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
   * Notes that a problem occurred.
   * @param details are logged with the first line
   */
  begin(
    name: string,
    lines: StateLines,
    details: Readonly<Record<string, unknown>>,
    { quietMs, variant }: StateOptions = {},
  ): void {
    const now = performance.now();
    const state = this.#states.get(name);
    if (state !== undefined && state.variant === variant) {
      state.latest = now;
      state.times += 1;
      return;
    }
    const { begun = now, times = 0 } = state ?? {};
    this.#states.set(name, { lines, begun, details, latest: now, logged: now, times: times + 1, quietMs, variant }); // prettier-ignore
    this.#logger.warn(details, lines.begin);
    this.#timer ??= setInterval(() => {
      this.#check();
    }, CHECK_EVERY_MS).unref();
  }

  /** Notes that a problem is over. Does nothing if there was none. */
  end(name: string): void {
    const state = this.#states.get(name);
    if (state === undefined) return;
    this.#states.delete(name);
    this.#logger.info(lineOf(state, performance.now()), state.lines.end);
    if (this.#states.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    const now = performance.now();
    for (const [name, state] of this.#states) {
      const { quietMs = Infinity, latest, logged, lines } = state;
      if (now - latest >= quietMs) this.end(name);
      else if (lines.goOn !== undefined && now - logged >= LOG_EVERY_MS) {
        state.logged = now;
        this.#logger.warn(lineOf(state, now), lines.goOn);
      }
    }
  }
}

function lineOf({ begun, latest, times, quietMs, details }: State, now: number): object {
  const { reason } = details;
  return { reason, times, forMs: Math.round((quietMs === undefined ? now : latest) - begun) };
}
