import { secondsToWait } from '../client/src/retryAfter.js';

/** The detail of `geo-error`. */
export interface FailureDetail {
  /** The code of the service's answer; `unavailable` where none came. */
  readonly code: string;
  /** Undefined where no answer came. */
  readonly status: number | undefined;
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
}

/** A lookup that found out nothing. */
export class LookupFailure extends Error {
  constructor(readonly detail: FailureDetail) {
    super(detail.message);
    this.name = 'LookupFailure';
  }

  /** True if the service has answered, and nothing has the id. */
  get isUnknownId(): boolean {
    return this.detail.code === 'not_found' && this.detail.status === undefined;
  }
}

/** Returns the failure where no answer came that could be read. */
export function noAnswer(message: string, status?: number): LookupFailure {
  return new LookupFailure({ code: 'unavailable', status, message, retryAfterSeconds: undefined });
}

/** Returns the failure where nothing has an id. */
export function unknownId(id: string): LookupFailure {
  const message = `Nothing has the id ${id}.`;
  return new LookupFailure({
    code: 'not_found',
    status: undefined,
    message,
    retryAfterSeconds: undefined,
  });
}

type ErrorBody = {
  readonly error?: { readonly code?: string; readonly message?: string } | null;
} | null;

/** Reads the service's own account of a failure, or that of a proxy before it. */
export async function failureOf(response: Response): Promise<LookupFailure> {
  const { status } = response;
  const body = (await response.json().catch(() => null)) as ErrorBody;
  const error = body?.error;
  return new LookupFailure({
    code: error?.code ?? 'unavailable',
    status,
    message: error?.message ?? `The service answered ${status}.`,
    retryAfterSeconds: secondsToWait(response.headers),
  });
}
