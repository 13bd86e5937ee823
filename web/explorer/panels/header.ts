import { html, type TemplateResult } from 'lit';
import { LANGUAGES, ownNameOf } from '../languages.js';
import type { Explorer } from '../model/explorer.js';
import type { Page } from '../state/state.js';
import { writeAddress } from '../state/address.js';
import { THEME_CHOICES, type ThemeChoice } from '../theme.js';
import type { Actions } from './actions.js';

const THEMES: Readonly<Record<ThemeChoice, string>> = {
  auto: 'As the system',
  light: 'Light',
  dark: 'Dark',
};
const OWN_NAMES = LANGUAGES.map((code) => ({ code, name: ownNameOf(code) }));

export function navigation({ address }: Explorer): TemplateResult {
  const link = (page: Page, label: string): TemplateResult =>
    html`<a
      href=${writeAddress({ ...address, page })}
      aria-current=${page === address.page ? 'page' : 'false'}
      >${label}</a
    >`;
  return html`${link('map', 'Map')} ${link('data', 'Data')} <a href="docs">API</a>
    <a href="widget">Widget</a>`;
}

/** Chooses the language of the names, and the colours of the page. */
export function preferences(
  explorer: Explorer,
  theme: ThemeChoice,
  actions: Actions,
): TemplateResult {
  return html`<label>
      <span class="hidden">Language of the names</span>
      <select
        id="language"
        @change=${(event: Event) => {
          const { value } = event.currentTarget as HTMLSelectElement;
          actions.go({ language: LANGUAGES.find((code) => code === value) });
        }}
      >
        ${OWN_NAMES.map(
          ({ code, name }) =>
            html`<option value=${code} lang=${code} .selected=${code === explorer.language}>
              ${name}
            </option>`,
        )}
      </select>
    </label>
    <label>
      <span class="hidden">Colours</span>
      <select
        id="theme"
        @change=${(event: Event) => {
          const { value } = event.currentTarget as HTMLSelectElement;
          actions.useTheme(THEME_CHOICES.find((known) => known === value) ?? 'auto');
        }}
      >
        ${THEME_CHOICES.map(
          (choice) =>
            html`<option value=${choice} .selected=${choice === theme}>${THEMES[choice]}</option>`,
        )}
      </select>
    </label>`;
}
