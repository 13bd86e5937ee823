import { memoryOf } from '../shared/memory.js';

const KEPT_AS = 'geographic-data-token';
const memory = memoryOf('sessionStorage');

interface ExplorerSettings {
  readonly developmentTokens: { readonly public: string } | null;
}

/** Returns the development token of the service, or one that is typed and kept as long as the tab. */
export async function providedToken(service: URL, form: HTMLFormElement): Promise<string> {
  const development = await developmentToken(service);
  return development ?? memory.getItem(KEPT_AS) ?? typedToken(form);
}

/** Returns the token that someone types. */
export async function typedToken(form: HTMLFormElement): Promise<string> {
  form.hidden = false;
  const typed = await new Promise<string>((resolve) => {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      resolve(form.querySelector('input')?.value.trim() ?? '');
    });
  });
  form.hidden = true;
  memory.setItem(KEPT_AS, typed);
  return typed;
}

async function developmentToken(service: URL): Promise<string | null> {
  const response = await fetch(new URL('explorer.json', service)).catch(() => undefined);
  if (response?.ok !== true) return null;
  const settings = (await response.json().catch(() => null)) as ExplorerSettings | null;
  return settings?.developmentTokens?.public ?? null;
}
