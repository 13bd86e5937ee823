import { ApiError, UnexpectedAnswer } from '../client/src/errors.js';

/** The detail of the event `geo-error`. */
export interface FailureDetail {
  /** The error code of the service, or `unavailable` if no answer of the service came. */
  readonly code: string;
  /** Undefined if no answer came. */
  readonly status?: number | undefined;
  readonly message: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** Returns the detail of an error of the client. */
export function detailOf(error: unknown): FailureDetail {
  if (error instanceof ApiError || error instanceof UnexpectedAnswer) {
    const { status, message, retryAfterSeconds } = error;
    const code = error instanceof ApiError ? error.code : 'unavailable';
    return { code, status, message, retryAfterSeconds };
  }
  return { code: 'unavailable', message: error instanceof Error ? error.message : String(error) };
}

const logged = new Set<string>();

/** Dispatches `geo-error`, and logs once what the developer of the page must correct. */
export function reportFailure(element: HTMLElement, detail: FailureDetail): void {
  element.dispatchEvent(new CustomEvent('geo-error', { detail, bubbles: true, composed: true }));
  const { code, status = 0, message } = detail;
  if (status < 400 || status >= 500 || status === 429) return;
  const text = `<geo-autocomplete>: ${status} ${code}: ${message} Check the attributes of the element.`;
  if (logged.has(text)) return;
  logged.add(text);
  console.error(text);
}
