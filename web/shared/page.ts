/** @throws Error if the page does not have the element, or has one of another kind */
export function element(id: string): HTMLElement;
export function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind;
export function element(id: string, kind = HTMLElement): HTMLElement {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} #${id}.`);
  return found;
}

/** True on a screen that is operated with fingers. */
export const isTouch = matchMedia('(pointer: coarse)').matches;

/** The time that a button says what it has done. */
const SAID_MS = 2_000;

/**
 * Copies the text of an element. Selects the text if the browser does not allow that. Plain http has
 * no clipboard.
 * @param label the text of the button
 */
export async function copy(source: Element, button: Element, label: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(source.textContent);
    button.textContent = 'Copied';
  } catch {
    source.closest('details')?.setAttribute('open', '');
    getSelection()?.selectAllChildren(source);
    button.textContent = 'Selected';
  }
  setTimeout(() => {
    button.textContent = label;
  }, SAID_MS);
}
