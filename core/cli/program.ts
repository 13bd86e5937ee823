import { dirname, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { EXIT_CODES, exitCodeOf, UsageError } from './failure.js';
import { printable } from './printable.js';

/** Creates a command line. Wrong usage prints the help, calls `onExit` and exits with 2. So does `--help`, with 0. */
export function createProgram(
  name: string,
  description: string,
  onExit?: (error: UsageError | undefined) => void,
): Command {
  return new Command(name)
    .description(description)
    .showHelpAfterError()
    .exitOverride(({ exitCode, message }) => {
      onExit?.(exitCode === 0 ? undefined : new UsageError(message));
      process.exit(exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage);
    });
}

/**
 * Makes a path absolute. A relative path begins in the folder of the caller, although npm runs commands in
 * the folder of the project.
 */
export function callerPath(path: string): string {
  const { INIT_CWD = '', npm_package_json: manifest = '' } = process.env;
  return resolve(dirname(manifest) === process.cwd() ? INIT_CWD : '', path);
}

/** Returns a parser of whole numbers within bounds, both included. */
export function wholeNumber(least: number, most?: number, unit?: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= (most ?? Number.MAX_SAFE_INTEGER))
      return value;
    const what = unit === undefined ? '' : ` of ${unit}`;
    const bounds = most === undefined ? '' : ` from ${least} to ${most}`;
    throw new InvalidArgumentError(`It must be a whole number${what}${bounds}.`);
  };
}

/** The exit statuses of a shell for a process that a signal ended. */
const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
/** One Ctrl-C can arrive twice: from the terminal, and from `npm run`. */
const SAME_WITHIN_MS = 1_000;

/** The exit status after an interruption. */
let interruptedStatus: number | undefined;

/** Returns a signal that the first SIGINT or SIGTERM aborts. A second one ends the process at once. */
export function interruptible(): AbortSignal {
  const controller = new AbortController();
  let firstAt = 0;
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      if (interruptedStatus === undefined) {
        firstAt = performance.now();
        interruptedStatus = SIGNAL_EXIT_CODES[name];
        console.error('Interrupted: cleaning up. Interrupt again to end at once.');
        controller.abort(new Error('Interrupted. What was live is still live.'));
      } else if (performance.now() - firstAt > SAME_WITHIN_MS)
        process.exit(SIGNAL_EXIT_CODES[name]);
    });
  return controller.signal;
}

/** Returns the exit status of this process after an error. */
export function exitStatusOf(error: unknown): number {
  return interruptedStatus ?? exitCodeOf(error);
}

/** Runs the command line. A failure is printed in one sentence and sets the exit status. */
export async function runProgram(program: Command): Promise<void> {
  await program.parseAsync().catch((error: unknown) => {
    process.exitCode = exitStatusOf(error);
    console.error(printable(error instanceof Error ? error.message : String(error)));
  });
}
