/** Why a request failed, and what to do about it. */
export interface Failure {
  readonly message: string;
  readonly advice: string;
  /** A later request may succeed. The page sends it again by itself. */
  readonly isTemporary: boolean;
  readonly retryAfterSeconds: number | undefined;
  readonly needsToken: boolean;
}

const NEVER = { isTemporary: false, retryAfterSeconds: undefined, needsToken: false };

export const NO_TOKEN: Failure = {
  ...NEVER,
  message: 'A token is required.',
  advice: 'The operator of this service creates tokens with “npm run tokens”.',
  needsToken: true,
};

/** @param isOnline as the browser reports it */
export function unreachable(isOnline: boolean): Failure {
  return {
    ...NEVER,
    message: isOnline ? 'The service does not answer.' : 'You are offline.',
    advice: isOnline
      ? 'The page tries again by itself. If this lasts, check that the service is running.'
      : 'Connect to the network. The page then tries again by itself.',
    isTemporary: true,
  };
}

const UNAVAILABLE = { advice: 'The page tries again by itself.', isTemporary: true };
const BY_STATUS: Readonly<Partial<Record<number, Partial<Failure>>>> = {
  401: { advice: 'Enter another token.', needsToken: true },
  403: { advice: 'Places and markers need a token with the scope “internal”.', needsToken: true },
  409: { advice: 'Choose a newer season.' },
  429: { advice: 'The page tries again later by itself.', isTemporary: true },
  502: UNAVAILABLE,
  503: UNAVAILABLE,
  504: UNAVAILABLE,
};

/** @param message the service's own. Anything but a text if the answer is not from the service. */
export function failureOf(
  status: number,
  message: unknown,
  retryAfterSeconds: number | undefined,
): Failure {
  const elsewhere = `An answer with status ${status} came from something else than this service.`;
  return {
    ...NEVER,
    message: typeof message === 'string' ? message : elsewhere,
    advice: 'Try again, or look up something else.',
    ...BY_STATUS[status],
    retryAfterSeconds,
  };
}

/** Returns the same failure, of a request that is not sent again by itself. */
export function notRetried(failure: Failure): Failure {
  const { isTemporary, retryAfterSeconds: seconds } = failure;
  if (!isTemporary) return failure;
  return { ...failure, advice: seconds ? `Try again in ${Math.ceil(seconds)} s.` : 'Try again.' };
}
