import { html, nothing, type TemplateResult } from 'lit';
import type { Explorer } from '../model/explorer.js';
import type { Actions } from './actions.js';

/** What a header can hold; a copied token may have something else in it that nobody sees. */
const SENDABLE = '\\s*[!-~]+\\s*';

/** Says which token is used, and takes another one. */
export function token(explorer: Explorer, actions: Actions): TemplateResult {
  const { tokens, failure } = explorer;
  const isNeeded = failure?.needsToken === true;
  return html`<details class="token" ?open=${isNeeded}>
    <summary>Token: ${kindOf(explorer)}</summary>
    <form
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        const form = event.currentTarget as HTMLFormElement;
        const entered = new FormData(form).get('token');
        if (typeof entered !== 'string' || entered.trim() === '') return;
        actions.useToken(entered.trim());
        form.reset();
      }}
    >
      <label for="token">Access token</label>
      <input
        id="token"
        name="token"
        type="password"
        autocomplete="off"
        required
        pattern=${SENDABLE}
        title="Letters, digits and signs without blanks, as it was made"
        dir="ltr"
      />
      <button type="submit">Use</button>
      ${
        tokens.own === null
          ? nothing
          : html`<button
              type="button"
              @click=${() => {
                actions.forgetToken();
              }}
            >
              Forget
            </button>`
      }
    </form>
    <p class="faint" dir="auto">
      It is kept in this tab until it is closed. The operator makes one with
      <code>npm run tokens -- create --name explorer --scope public</code>; places and markers need
      the scope <code>internal</code>.
    </p>
  </details>`;
}

function kindOf({ tokens }: Explorer): string {
  if (tokens.own !== null) return 'your own';
  return tokens.hasDevelopment ? 'development' : 'none';
}
