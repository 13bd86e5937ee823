/** Why a request failed, and what to do about it. */
export interface Failure {
  /** Undefined if no answer came. */
  readonly status: number | undefined;
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
  status: undefined,
  message: 'A token is required.',
  advice: 'Enter one above. The operator of this service creates tokens with `npm run tokens`.',
  needsToken: true,
};

/** @param isOnline as the browser reports it */
export function unreachable(isOnline: boolean): Failure {
  return {
    ...NEVER,
    status: undefined,
    message: isOnline ? 'The service does not answer.' : 'You are offline.',
    advice: isOnline
      ? 'The page tries again by itself. If this lasts, check that the service is running.'
      : 'Connect to the network. The page then tries again by itself.',
    isTemporary: true,
  };
}

/** @param message the service's own, undefined if the answer is not from the service */
export function failureOf(
  status: number,
  message: string | undefined,
  retryAfterSeconds: number | undefined,
): Failure {
  return {
    status,
    message:
      message ?? `An answer with status ${status} came from something else than this service.`,
    ...adviceFor(status),
    retryAfterSeconds,
  };
}

/** Returns the same failure, of a request that is not sent again by itself. */
export function notRetried(failure: Failure): Failure {
  const { isTemporary, retryAfterSeconds: seconds } = failure;
  if (!isTemporary) return failure;
  return { ...failure, advice: seconds ? `Try again in ${Math.ceil(seconds)} s.` : 'Try again.' };
}

type Advice = Pick<Failure, 'advice' | 'isTemporary' | 'needsToken'>;

function adviceFor(status: number): Advice {
  switch (status) {
    case 401:
      return { ...NEVER, advice: 'Enter another token above.', needsToken: true };
    case 403:
      return {
        ...NEVER,
        advice: 'Places and markers need a token with the scope `internal`. Enter one above.',
        needsToken: true,
      };
    case 409:
      return { ...NEVER, advice: 'Choose a newer season.' };
    case 429:
      return { ...NEVER, advice: 'The page tries again later by itself.', isTemporary: true };
    case 502:
    case 503:
    case 504:
      return { ...NEVER, advice: 'The page tries again by itself.', isTemporary: true };
    default:
      return { ...NEVER, advice: 'Try again, or look up something else.' };
  }
}
