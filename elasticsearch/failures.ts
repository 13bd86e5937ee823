/** The type of the error that an answer's body tells of. */
export function errorType(body: unknown): string {
  return errorIn(body).type;
}

/** That error in words. */
export function describeAnswer(body: unknown): string {
  const { type, reason } = errorIn(body);
  return reason === undefined ? type : `${type}: ${reason}`;
}

function errorIn(body: unknown): { type: string; reason?: string } {
  const { type, reason } =
    (body as { error?: { type?: unknown; reason?: unknown } } | null | undefined)?.error ?? {};
  return {
    type: typeof type === 'string' ? type : 'unknown',
    ...(typeof reason === 'string' ? { reason } : {}),
  };
}
