/** Returns an element of the page. */
export function element<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} #${id}.`);
  return found;
}

/** The time that a button says that it has copied. */
const COPIED_MS = 2_000;

/** Adds a block for code, with a button that copies or selects it. Returns a function that sets the code. */
export function showCode(parent: HTMLElement, name: string): (text: string) => void {
  const block = document.createElement('div');
  block.className = 'code';
  const shown = document.createElement('pre');
  shown.tabIndex = 0;
  shown.setAttribute('aria-label', name);
  const code = shown.appendChild(document.createElement('code'));
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.append('Copy');
  copy.addEventListener('click', () => {
    // On plain http only pages of this machine have a clipboard.
    if (!isSecureContext) getSelection()?.selectAllChildren(code);
    else
      void navigator.clipboard.writeText(code.innerText).then(() => {
        copy.replaceChildren('Copied');
        setTimeout(() => copy.replaceChildren('Copy'), COPIED_MS);
      });
  });
  block.append(shown, copy);
  parent.append(block);
  return (text) => code.replaceChildren(text.trim());
}

/** Returns the entries of a form. It has no files. */
export function entriesOf(form: HTMLFormElement): [name: string, text: string][] {
  return [...new FormData(form)].map(([name, value]) => [name, value as string]);
}
