import type { FailureDetail } from '../client/src/element.js';
import { ApiError, UnexpectedAnswer } from '../client/src/errors.js';

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

/** Dispatches `geo-error`, and logs mistakes of the page. */
export function reportFailure(element: HTMLElement, detail: FailureDetail): void {
  element.dispatchEvent(new CustomEvent('geo-error', { detail, bubbles: true, composed: true }));
  const { code, status = 0, message } = detail;
  if (status < 400 || status >= 500 || status === 429) return;
  logOnce(`${status} ${code}: ${message} Check the attributes of the element.`);
}

/** Logs what the developer of the page must correct. */
export function logOnce(message: string): void {
  const text = `<geo-autocomplete>: ${message}`;
  if (logged.has(text)) return;
  logged.add(text);
  console.error(text);
}
