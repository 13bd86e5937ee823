import { copy } from '../shared/page.js';

/** Adds a block for code, with a button that copies or selects it. Returns a function that sets the code. */
export function showCode(parent: HTMLElement, name: string): (text: string) => void {
  const block = document.createElement('div');
  block.className = 'code';
  const shown = document.createElement('pre');
  shown.tabIndex = 0;
  shown.setAttribute('aria-label', name);
  const code = shown.appendChild(document.createElement('code'));
  const button = document.createElement('button');
  button.type = 'button';
  button.append('Copy');
  button.addEventListener('click', () => void copy(code, button, 'Copy'));
  block.append(shown, button);
  parent.append(block);
  return (text) => code.replaceChildren(text.trim());
}

/** Returns the entries of a form. It has no files. */
export function entriesOf(form: HTMLFormElement): [name: string, text: string][] {
  return [...new FormData(form)].map(([name, value]) => [name, value as string]);
}
