/** Why there is no answer, and what to do about it. */
export interface Failure {
  /** Undefined: no answer at all. */
  readonly status: number | undefined;
  readonly message: string;
  readonly advice: string;
  /** Asked again later it may be answered. */
  readonly isTemporary: boolean;
  readonly retryAfterSeconds: number | undefined;
  readonly needsToken: boolean;
}

const NEVER = { isTemporary: false, retryAfterSeconds: undefined, needsToken: false };

export const NO_TOKEN: Failure = {
  ...NEVER,
  status: undefined,
  message: 'A token is needed.',
  advice: 'Enter one above. The operator of this service makes it with `npm run tokens`.',
  needsToken: true,
};

/** @param isOnline as the browser believes */
export function unreachable(isOnline: boolean): Failure {
  return {
    ...NEVER,
    status: undefined,
    message: isOnline ? 'The service does not answer.' : 'You are offline.',
    advice: isOnline
      ? 'It is tried again by itself. If this lasts, see whether the service runs.'
      : 'Connect to the network; then it is tried again by itself.',
    isTemporary: true,
  };
}

/** @param message as the service says it; absent where the answer is not of the service */
export function failureOf(
  status: number,
  message: string | undefined,
  retryAfterSeconds: number | undefined,
): Failure {
  return {
    status,
    message: message ?? `The answer ${status} is not of this service.`,
    ...adviceFor(status),
    retryAfterSeconds,
  };
}

/** Returns the same failure, of what is not tried again by itself. */
export function askedOnce(failure: Failure): Failure {
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
        advice: 'Places and markers need a token of the internal scope: enter one above.',
        needsToken: true,
      };
    case 409:
      return { ...NEVER, advice: 'Choose a newer season.' };
    case 429:
      return { ...NEVER, advice: 'It is tried again by itself, later.', isTemporary: true };
    case 502:
    case 503:
    case 504:
      return { ...NEVER, advice: 'It is tried again by itself.', isTemporary: true };
    default:
      return { ...NEVER, advice: 'Ask something else, or try again.' };
  }
}
