import { dirname, resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { EXIT_CODES, exitCodeOf } from './failure.js';
import { invocation, invoke, type Output } from './invocation.js';
import { sayAside } from './printable.js';

/** Creates a command line. Wrong usage prints the help and throws a CommanderError. So does `--help`. */
export function createProgram(name: string, description: string): Command {
  const { console } = invocation();
  // Each text ends with a new line.
  const line = (text: string): string => text.replace(/\n$/, '');
  return new Command(name)
    .description(description)
    .showHelpAfterError()
    .configureOutput({
      writeOut: (text) => {
        console.log(line(text));
      },
      writeErr: (text) => {
        console.error(line(text));
      },
    })
    .exitOverride();
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

/**
 * Returns a signal that the first SIGINT or SIGTERM aborts until the command line ends. A second one ends the process
 * at once.
 */
export function interruptible(): AbortSignal {
  const controller = new AbortController();
  const call = invocation();
  let firstAt = 0;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    const interrupt = (): void => {
      if (call.interruptedStatus === undefined) {
        firstAt = performance.now();
        call.interruptedStatus = SIGNAL_EXIT_CODES[name];
        call.console.error('Interrupted: cleaning up. Interrupt again to end at once.');
        controller.abort(new Error('Interrupted. What was live is still live.'));
      } else if (performance.now() - firstAt > SAME_WITHIN_MS)
        process.exit(SIGNAL_EXIT_CODES[name]);
    };
    process.on(name, interrupt);
    call.atEnd.push(() => process.off(name, interrupt));
  }
  return controller.signal;
}

/** Returns the exit status of the command line after an error, of which commander has printed its own. */
export function exitStatusOf(error: unknown): number {
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage;
  return invocation().interruptedStatus ?? exitCodeOf(error);
}

/**
 * Runs a command line and returns its exit status.
 * @param args what follows the name of the program
 */
export type Main = (args: readonly string[], output: Output) => Promise<number>;

/** Returns what runs a command line. A failure is printed in one sentence. */
export function mainOf(create: () => Command): Main {
  return (args, output) =>
    invoke(args, output, async () => {
      try {
        await create().parseAsync(args, { from: 'user' });
        return EXIT_CODES.done;
      } catch (error) {
        if (!(error instanceof CommanderError))
          sayAside(error instanceof Error ? error.message : String(error));
        return exitStatusOf(error);
      }
    });
}

/** Runs a command line as this process. */
export async function runProcess(main: Main): Promise<void> {
  const status = await main(process.argv.slice(2), process);
  if (status !== EXIT_CODES.done) process.exitCode = status;
}
