import { Command } from 'commander';
import { printable } from './printable.js';
import { EXIT_CODES, exitCodeOf } from './failure.js';
import { interruption, type Interruption } from './interruption.js';

let interrupted: Interruption | undefined;

/** Makes a command line that ends with our statuses: 2 after wrong usage, which it shows the help for. */
export function createProgram(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .showHelpAfterError()
    .exitOverride(({ exitCode }) =>
      process.exit(exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage),
    );
}

/** Returns what is aborted when this process is interrupted; for the one command that it runs. */
export function interruptible(): AbortSignal {
  interrupted = interruption();
  return interrupted.signal;
}

/** Runs what the command line says; a failure is told in one sentence, and by the exit status. */
export async function runProgram(program: Command): Promise<void> {
  await program.parseAsync().catch((error: unknown) => {
    process.exitCode = interrupted?.exitCode() ?? exitCodeOf(error);
    console.error(printable(error instanceof Error ? error.message : String(error)));
  });
}
