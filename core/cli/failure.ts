/** A command line, setting or sources file is wrong. */
export class UsageError extends Error {}

/** Data must not be promoted: a check has failed, or the live data must stay. */
export class RefusedError extends Error {
  /** The refused resources, if they are more than the resources of the run. */
  readonly resources: readonly string[];

  constructor(message: string, resources: readonly string[] = []) {
    super(message);
    this.resources = resources;
  }
}

/** The exit statuses of all commands. A process that a signal ended has the status of a shell. */
export const EXIT_CODES = { done: 0, failed: 1, usage: 2, refused: 3 } as const;

/** Returns the exit status for an error or its causes. */
export function exitCodeOf(thrown: unknown): number {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    // By its name, so that usage errors do not load the settings.
    if (error instanceof UsageError || error.name === 'ConfigError') return EXIT_CODES.usage;
    if (error instanceof RefusedError) return EXIT_CODES.refused;
  }
  return EXIT_CODES.failed;
}
