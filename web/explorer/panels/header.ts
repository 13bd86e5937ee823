import { html, type TemplateResult } from 'lit';
import { LANGUAGES, ownNameOf } from '../languages.js';
import type { Explorer } from '../model/explorer.js';
import { type Page, PROJECTIONS, writeAddress } from '../address.js';
import { THEME_CHOICES, type ThemeChoice } from '../theme.js';
import { type Actions, select } from './parts.js';

const THEMES: Readonly<Record<ThemeChoice, string>> = {
  auto: 'System',
  light: 'Light',
  dark: 'Dark',
};
const THEME_OPTIONS = THEME_CHOICES.map((value) => ({ value, label: THEMES[value] }));
const LANGUAGE_OPTIONS = LANGUAGES.map((value) => ({
  value,
  label: ownNameOf(value),
  lang: value,
}));

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

/** Shows the fields for the language of the names and the theme. */
export function preferences(
  explorer: Explorer,
  theme: ThemeChoice,
  actions: Actions,
): TemplateResult {
  return html`<label>
      <span class="hidden">Language of the names</span>
      ${select('language', LANGUAGE_OPTIONS, explorer.language, (language) => actions.go({ language }))}
    </label>
    <label>
      <span class="hidden">Colours</span>
      ${select('theme', THEME_OPTIONS, theme, actions.useTheme)}
    </label>`;
}

/** Shows the buttons for globe and flat map. */
export function mapTools({ address }: Explorer, actions: Actions): TemplateResult {
  return html`<div role="group" aria-label="Projection" class="choice">
    ${PROJECTIONS.map(
      (projection) =>
        html`<button
          type="button"
          aria-pressed=${projection === address.projection ? 'true' : 'false'}
          @click=${() => actions.go({ projection })}
        >
          ${projection === 'globe' ? 'Globe' : 'Flat'}
        </button>`,
    )}
  </div>`;
}
