import { memoryOf } from '../shared/memory.js';

const KEY = 'geographic-data-token';
const memory = memoryOf('sessionStorage');

interface ExplorerSettings {
  readonly developmentTokens: { readonly public: string } | null;
}

/** Returns the development token of the service, or a token that is typed and stored in the tab. */
export async function providedToken(service: URL, form: HTMLFormElement): Promise<string> {
  const development = await developmentToken(service);
  return development ?? memory.getItem(KEY) ?? typedToken(form);
}

/** Waits until the visitor enters a token. */
export async function typedToken(form: HTMLFormElement): Promise<string> {
  form.hidden = false;
  const typed = await new Promise<string>((resolve) => {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      resolve(form.querySelector('input')?.value.trim() ?? '');
    });
  });
  form.hidden = true;
  memory.setItem(KEY, typed);
  return typed;
}

async function developmentToken(service: URL): Promise<string | null> {
  const response = await fetch(new URL('explorer.json', service)).catch(() => undefined);
  if (response?.ok !== true) return null;
  const settings = (await response.json().catch(() => null)) as ExplorerSettings | null;
  return settings?.developmentTokens?.public ?? null;
}
