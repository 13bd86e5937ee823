import type { Logger } from 'pino';
import type { FaultDetail } from '../errors.js';

type Check = () => Promise<readonly FaultDetail[]>;

export interface WatchOptions {
  /** Between two checks, while all is there. */
  readonly whileReadyMs?: number;
  /** And while it is not. */
  readonly otherwiseMs?: number;
  /** For the log: where it was looked. */
  readonly where: Readonly<Record<string, unknown>>;
}

/**
 * Checks the readiness at start and from then on, and tells in the log when it is another one: what
 * is missing, once, and when all is there again. Whoever asks for it gets a check of his own.
 */
export class ReadinessWatch {
  readonly #check: Check;
  readonly #logger: Logger;
  readonly #options: Required<WatchOptions>;
  #told: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  /** Undefined: not checked yet. */
  isReady: boolean | undefined;

  constructor(
    check: Check,
    logger: Logger,
    { whileReadyMs = 10_000, otherwiseMs = 2_000, where }: WatchOptions,
  ) {
    this.#check = check;
    this.#logger = logger;
    this.#options = { whileReadyMs, otherwiseMs, where };
  }

  /** Checks now, and tells what is new. */
  async check(): Promise<readonly FaultDetail[]> {
    try {
      const missing = await this.#check();
      this.#tell(missing);
      return missing;
    } catch (error) {
      this.#tell([
        { path: 'check', message: error instanceof Error ? error.message : 'It fails.' },
      ]);
      throw error;
    }
  }

  /** Begins to check, until `stop`. */
  start(): void {
    const next = (): void => {
      if (this.#isStopped) return;
      const { whileReadyMs, otherwiseMs } = this.#options;
      const waitMs = this.isReady === true ? whileReadyMs : otherwiseMs;
      this.#timer = setTimeout(run, waitMs).unref();
    };
    const run = (): void => void this.check().then(next, next);
    run();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #tell(missing: readonly FaultDetail[]): void {
    this.isReady = missing.length === 0;
    const state = JSON.stringify(missing);
    if (state === this.#told) return;
    this.#told = state;
    if (this.isReady) this.#logger.info('ready: all that is needed is there');
    else this.#logger.warn({ ...this.#options.where, missing: byMessage(missing) }, 'not ready');
  }
}

/** The same is told once for all that it is true of. */
function byMessage(missing: readonly FaultDetail[]): { of: string[]; message: string }[] {
  const messages = new Map<string, string[]>();
  for (const { path, message } of missing)
    messages.set(message, [...(messages.get(message) ?? []), path]);
  return [...messages].map(([message, of]) => ({ of, message }));
}
