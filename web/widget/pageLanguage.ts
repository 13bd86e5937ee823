import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { lookUpLanguage } from './texts.js';

/** The language of an element: its own, or that of the part of the page it is in; it may change. */
export class PageLanguage implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #observer: MutationObserver;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    this.#observer = new MutationObserver(() => {
      host.requestUpdate();
    });
    host.addController(this);
  }

  get current(): string {
    return lookUpLanguage(tagAround(this.#host));
  }

  hostConnected(): void {
    const { ownerDocument } = this.#host;
    this.#observer.observe(ownerDocument, { attributeFilter: ['lang'], subtree: true });
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }
}

/** Looks outside of shadow trees, too. */
function tagAround(element: Element): string {
  const closest = element.closest<HTMLElement>('[lang]');
  if (closest !== null) return closest.lang;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? tagAround(root.host) : '';
}
