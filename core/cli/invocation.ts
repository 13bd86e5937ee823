import type { Writable } from 'node:stream';

/** Where a command line prints to. `process` is one. */
export interface Output {
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** A call of a command line. */
export interface Invocation {
  readonly args: readonly string[];
  readonly output: Output;
  /** Prints lines to the output. A reader that goes away early is not an error. */
  readonly console: Pick<Console, 'log' | 'error'>;
  /** The exit status after an interruption. */
  interruptedStatus?: number;
  /** Ends what the call has begun. */
  readonly atEnd: (() => void)[];
}

/** The call that runs now. A process runs one at a time. */
let current: Invocation | undefined;

/** Does the work of a command line. All that the work calls finds the call by `invocation`. */
export async function invoke<Result>(
  args: readonly string[],
  output: Output,
  work: () => Promise<Result>,
): Promise<Result> {
  const atEnd: (() => void)[] = [];
  const lines = output === process ? console : new console.Console(output.stdout, output.stderr);
  current = { args, output, console: lines, atEnd };
  try {
    return await work();
  } finally {
    for (const end of atEnd) end();
    current = undefined;
  }
}

/** Returns the call of the command line that runs now. Without one, the process prints. */
export function invocation(): Invocation {
  return current ?? { args: process.argv.slice(2), output: process, console, atEnd: [] };
}
