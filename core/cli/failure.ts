/** A command line, setting or file of sources that cannot be meant so. */
export class UsageError extends Error {}

/** Data that may not go live as it is: its gate, or what it would replace, stands against it. */
export class RefusedError extends Error {
  /** What was refused, where it is more than what was being done. */
  readonly resources: readonly string[];

  constructor(message: string, resources: readonly string[] = []) {
    super(message);
    this.resources = resources;
  }
}

/** The exit statuses of the command line; one that a signal ends has that of a shell. */
export const EXIT_CODES = { done: 0, failed: 1, usage: 2, refused: 3 } as const;

/** Returns the exit status for what was thrown, or for what it was caused by. */
export function exitCodeOf(thrown: unknown): number {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    // Known by its name, for what reads settings is not loaded for a usage error.
    if (error instanceof UsageError || error.name === 'ConfigError') return EXIT_CODES.usage;
    if (error instanceof RefusedError) return EXIT_CODES.refused;
  }
  return EXIT_CODES.failed;
}
