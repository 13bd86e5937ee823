import type { Entity } from './entities.js';
import type { FailureDetail } from './lookupFailure.js';

declare global {
  /** What the element dispatches besides `input` and `change`; both events bubble. */
  interface GlobalEventHandlersEventMap {
    /** An entity was chosen. */
    'geo-select': CustomEvent<Entity>;
    /** Something could not be looked up. */
    'geo-error': CustomEvent<FailureDetail>;
  }
}

const toldOnce = new Set<string>();

/** Tells listeners that an entity was chosen. */
export function tellChoice(element: HTMLElement, entity: Entity): void {
  element.dispatchEvent(
    new CustomEvent('geo-select', { detail: entity, bubbles: true, composed: true }),
  );
}

/** Tells listeners of a failure, and on the console, once, what the page's developer must mend. */
export function tellFailure(element: HTMLElement, detail: FailureDetail): void {
  element.dispatchEvent(new CustomEvent('geo-error', { detail, bubbles: true, composed: true }));
  const { code, status = 0, message } = detail;
  if (status < 400 || status >= 500 || status === 429) return;
  const text = `<geo-autocomplete>: ${status} ${code}: ${message} Check its attributes url and token.`;
  if (toldOnce.has(text)) return;
  toldOnce.add(text);
  console.error(text);
}
