import type { LitElement, ReactiveController } from 'lit';
import { type Box, MARGIN, placeBeside } from './placement.js';

/**
 * Shows an element in the top layer, where no ancestor cuts it off, beside its field. The host renders it with
 * the id `popup` and `popover="manual"`, next to the `.field`.
 */
export class Popup implements ReactiveController {
  readonly #host: LitElement;
  /** Applied at the next update of the host. */
  isOpen = false;
  #frame = 0;
  /** Where field and window were when the popup was placed. */
  #placedFor = '';

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdated(): void {
    const popup = this.#element('#popup');
    const { isConnected } = popup;
    popup.hidden = !this.isOpen;
    // Browsers before 2024 have no top layer. The popup is fixed to the window there.
    if ('togglePopover' in popup && isConnected) popup.togglePopover(this.isOpen);
    // The content may have another size now.
    this.#placedFor = '';
    cancelAnimationFrame(this.#frame);
    if (this.isOpen && isConnected) this.#follow();
  }

  hostDisconnected(): void {
    cancelAnimationFrame(this.#frame);
  }

  /**
   * Places the popup, and again in any later frame in which field or window have moved. Listening to `scroll` and
   * `resize` would miss moves by transforms and layout, and may cause the events that it listens to.
   */
  readonly #follow = (): void => {
    this.#place();
    this.#frame = requestAnimationFrame(this.#follow);
  };

  #place(): void {
    const field = this.#element('.field');
    const popup = this.#element('#popup');
    const anchor = field.getBoundingClientRect();
    const view = visibleWindow();
    const placedFor = JSON.stringify([anchor, view]);
    if (placedFor === this.#placedFor) return;
    this.#placedFor = placedFor;
    const { style } = popup;
    style.setProperty('--field', `${anchor.width}px`);
    style.setProperty('--view', `${view.width - 2 * MARGIN}px`);
    const content = { width: popup.offsetWidth, height: fullHeight(popup) };
    const isRightToLeft = getComputedStyle(field).direction === 'rtl';
    const { left, top, maxHeight } = placeBeside(anchor, content, view, isRightToLeft);
    style.left = `${left}px`;
    style.top = `${top}px`;
    style.maxHeight = `${maxHeight}px`;
  }

  #element(selector: string): HTMLElement {
    const found = this.#host.renderRoot.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`The element has no ${selector}.`);
    return found;
  }
}

/** Returns the part of the window that neither zooming nor the keyboard of a phone hides. */
function visibleWindow(): Box {
  const { clientWidth, clientHeight } = document.documentElement;
  const { visualViewport: visual } = window;
  return {
    left: visual?.offsetLeft ?? 0,
    top: visual?.offsetTop ?? 0,
    width: Math.min(visual?.width ?? clientWidth, clientWidth),
    height: visual?.height ?? clientHeight,
  };
}

/** Returns the height that the popup would have in a window of any height. */
function fullHeight(popup: HTMLElement): number {
  const heights = [...popup.children].map((child) => {
    if (!(child instanceof HTMLElement) || child.hidden) return 0;
    const borders = child.offsetHeight - child.clientHeight;
    const limit = parseFloat(getComputedStyle(child).maxHeight);
    return Math.min(child.scrollHeight + borders, Number.isNaN(limit) ? Infinity : limit);
  });
  return Math.max(...heights);
}
