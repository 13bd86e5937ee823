import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { lookUpLanguage } from './translations.js';

/** The language of an element, its own or that of the page around it. It may change. */
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

/** Also looks outside of shadow trees. */
function tagAround(element: Element): string {
  const closest = element.closest<HTMLElement>('[lang]');
  if (closest !== null) return closest.lang;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? tagAround(root.host) : '';
}

/** Returns the element's `aria-label` or labels, which cannot point to the field inside. May be empty. */
export function accessibleName(element: HTMLElement, { labels }: ElementInternals): string {
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  return [...labels].map(({ textContent }) => textContent?.trim() ?? '').join(' ');
}

// A variable, because bundlers bundle the file of a direct `new URL(…, import.meta.url)`.
const script = import.meta.url;

/** Returns the address of the service with a slash at the end, by default that of the script. */
export function serviceAddress(url: string): string {
  if (url !== '') return new URL(url.replace(/\/*$/, '/'), document.baseURI).href;
  // The service may be below a path. A bundled script may be anywhere.
  return new URL(new URL(script).pathname.endsWith('/widget.js') ? './' : '/', script).href;
}
