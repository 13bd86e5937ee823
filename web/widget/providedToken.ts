const KEPT_AS = 'geographic-data-token';

interface ExplorerSettings {
  readonly developmentTokens: { readonly public: string } | null;
}

/** Returns the development token of the service, or one that is typed and kept as long as the tab. */
export async function providedToken(service: URL, form: HTMLElement | null): Promise<string> {
  const development = await developmentToken(service);
  const known = development ?? sessionStorage.getItem(KEPT_AS);
  if (known !== null || !(form instanceof HTMLFormElement)) return known ?? '';
  form.hidden = false;
  const typed = await new Promise<string>((resolve) => {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      resolve(form.querySelector('input')?.value.trim() ?? '');
    });
  });
  form.hidden = true;
  sessionStorage.setItem(KEPT_AS, typed);
  return typed;
}

async function developmentToken(service: URL): Promise<string | null> {
  const response = await fetch(new URL('explorer.json', service)).catch(() => undefined);
  if (response?.ok !== true) return null;
  const settings = (await response.json()) as ExplorerSettings;
  return settings.developmentTokens?.public ?? null;
}
