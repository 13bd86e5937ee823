import type { EventEmitter } from 'node:events';
import { Command } from 'commander';
import { EXIT_CODES, exitCodeOf } from './failure.js';
import { printable } from './printable.js';

let interrupted: Interruption | undefined;

/** Creates a command line. Wrong usage prints the help and exits with 2. */
export function createProgram(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .showHelpAfterError()
    .exitOverride(({ exitCode }) =>
      process.exit(exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage),
    );
}

/** Returns a signal that is aborted when this process is interrupted. */
export function interruptible(): AbortSignal {
  interrupted = interruption();
  return interrupted.signal;
}

/** Runs the command line. A failure is printed in one sentence and sets the exit status. */
export async function runProgram(program: Command): Promise<void> {
  await program.parseAsync().catch((error: unknown) => {
    process.exitCode = interrupted?.exitCode() ?? exitCodeOf(error);
    console.error(printable(error instanceof Error ? error.message : String(error)));
  });
}

/** The exit statuses of a shell for a process that a signal ended. */
const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
/** One Ctrl-C can arrive twice: from the terminal, and from `npm run`. */
const SAME_WITHIN_MS = 1_000;

export interface Interruption {
  signal: AbortSignal;
  /** Undefined before an interruption. */
  exitCode(): number | undefined;
}

interface InterruptionContext {
  signals: Pick<EventEmitter, 'on'>;
  now: () => number;
  log: (text: string) => void;
  /** Ends the process. */
  end: (exitCode: number) => void;
}

const PROCESS: InterruptionContext = {
  signals: process,
  now: () => performance.now(),
  log: (text) => {
    console.error(text);
  },
  end: (exitCode) => process.exit(exitCode),
};

/** Aborts at the first SIGINT or SIGTERM. A second one ends the process at once. */
export function interruption({ signals, now, log, end } = PROCESS): Interruption {
  const controller = new AbortController();
  let first: { at: number; exitCode: number } | undefined;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    signals.on(name, () => {
      if (first === undefined) {
        first = { at: now(), exitCode: SIGNAL_EXIT_CODES[name] };
        log('Interrupted: cleaning up. Interrupt again to end at once.');
        controller.abort(new Error('Interrupted. What was live is still live.'));
      } else if (now() - first.at > SAME_WITHIN_MS) end(SIGNAL_EXIT_CODES[name]);
    });
  }
  return { signal: controller.signal, exitCode: () => first?.exitCode };
}
