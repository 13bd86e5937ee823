import type { Entity, FailureDetail } from './lookups.js';

declare global {
  /** Both events bubble. The element also dispatches `input` and `change`. */
  interface GlobalEventHandlersEventMap {
    /** An entity was chosen. */
    'geo-select': CustomEvent<Entity>;
    /** A lookup failed. */
    'geo-error': CustomEvent<FailureDetail>;
  }
}

const logged = new Set<string>();

/** Dispatches `geo-select`. */
export function reportChoice(element: HTMLElement, entity: Entity): void {
  element.dispatchEvent(
    new CustomEvent('geo-select', { detail: entity, bubbles: true, composed: true }),
  );
}

/** Dispatches `geo-error`, and logs once what the developer of the page must correct. */
export function reportFailure(element: HTMLElement, detail: FailureDetail): void {
  element.dispatchEvent(new CustomEvent('geo-error', { detail, bubbles: true, composed: true }));
  const { code, status = 0, message } = detail;
  if (status < 400 || status >= 500 || status === 429) return;
  const text = `<geo-autocomplete>: ${status} ${code}: ${message} Check the attributes url and token.`;
  if (logged.has(text)) return;
  logged.add(text);
  console.error(text);
}
