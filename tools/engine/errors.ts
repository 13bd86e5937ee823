/** The fault, for programs; the message is one sentence for people, with the server's own reason where it gave one. */
export type EngineFault =
  | 'java_missing'
  | 'maven_missing'
  | 'build_failed'
  | 'port_in_use'
  | 'disk_full'
  | 'data_in_use'
  | 'data_unusable'
  | 'data_damaged'
  | 'server_died'
  | 'start_timeout'
  | 'interrupted';

/** Everything that keeps the local Elasticsearch from being built, started or kept running. */
export class EngineError extends Error {
  override readonly name = 'EngineError';

  constructor(
    readonly fault: EngineFault,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Throws when the caller has asked to stop. */
export function throwIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) {
    throw new EngineError('interrupted', 'Starting Elasticsearch was interrupted.');
  }
}
