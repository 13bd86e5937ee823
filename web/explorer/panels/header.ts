import { html, nothing, type TemplateResult } from 'lit';
import { element } from '../../shared/page.js';
import { storedToken } from '../../shared/storage.js';
import { themeChoice } from '../../shared/theme.js';
import { LANGUAGES, ownNameOf } from '../languages.js';
import type { Explorer } from '../model/explorer.js';
import { PROJECTIONS } from '../address.js';
import { type Actions, select } from './parts.js';

const THEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;
const OWN_NAMES = LANGUAGES.map((value) => ({ value, label: ownNameOf(value), lang: value }));

/** Shows the menu of the settings. */
export function settings(explorer: Explorer, actions: Actions): TemplateResult {
  return html`${select(
    'language',
    'Language of the names',
    OWN_NAMES,
    explorer.language,
    (language) => actions.go({ language }),
  )}
  ${select('theme', 'Theme', THEMES, themeChoice(), actions.useTheme)} ${token(explorer, actions)}`;
}

/** A header cannot contain other characters, which may be invisible in a copied token. */
const SENDABLE = '\\s*[!-~]+\\s*';

/** Shows which token is used, and the form to enter another one. */
function token({ tokens }: Explorer, actions: Actions): TemplateResult {
  const own = storedToken.get();
  const forget = html`<button type="button" @click=${() => actions.useToken(null)}>Forget</button>`;
  return html`<form
    class="field"
    @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      const form = event.currentTarget as HTMLFormElement;
      const entered = new FormData(form).get('token');
      if (typeof entered !== 'string' || entered.trim() === '') return;
      actions.useToken(entered.trim());
      form.reset();
      element('settings').hidePopover();
    }}
  >
    <label for="token">Access token</label>
    <p class="row">
      <input
        id="token"
        name="token"
        type="password"
        autocomplete="off"
        required
        pattern=${SENDABLE}
        title="The token as it was created, without blanks"
      />
      <button type="submit">Use</button>
      ${own === null ? nothing : forget}
    </p>
    <p class="faint">
      In use:
      ${own === null ? (tokens.hasDevelopment ? 'a development token' : 'none') : 'your own'}. This
      tab stores the token until you close it. The operator creates tokens with
      <code>npm run tokens -- create --name explorer --scope public</code>. Places and markers need
      the scope <code>internal</code>.
    </p>
  </form>`;
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
