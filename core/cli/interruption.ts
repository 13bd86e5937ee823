import type { EventEmitter } from 'node:events';

/** As a shell reports a process that a signal ended. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
/** One Ctrl-C may come twice: from the terminal, and from `npm run`, which passes it on. */
const SAME_WITHIN_MS = 1_000;

export interface Interruption {
  signal: AbortSignal;
  /** Undefined as long as nothing was interrupted. */
  exitCode(): number | undefined;
}

interface Surroundings {
  signals: Pick<EventEmitter, 'on'>;
  now: () => number;
  say: (text: string) => void;
  /** Ends the process. */
  end: (exitCode: number) => void;
}

const PROCESS: Surroundings = {
  signals: process,
  now: () => performance.now(),
  say: (text) => {
    console.error(text);
  },
  end: (exitCode) => process.exit(exitCode),
};

/** Aborts at the first SIGINT or SIGTERM, and says so; a later one ends the process at once. */
export function interruption({ signals, now, say, end } = PROCESS): Interruption {
  const controller = new AbortController();
  let first: { at: number; exitCode: number } | undefined;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    signals.on(name, () => {
      if (first === undefined) {
        first = { at: now(), exitCode: EXIT_CODES[name] };
        say('Interrupted: what was begun is cleared away; interrupt again to end at once.');
        controller.abort(new Error('Interrupted; what was live is still live.'));
      } else if (now() - first.at > SAME_WITHIN_MS) end(EXIT_CODES[name]);
    });
  }
  return { signal: controller.signal, exitCode: () => first?.exitCode };
}
