import { html, nothing, type TemplateResult } from 'lit';
import type { Explorer } from '../model/explorer.js';
import type { Actions } from './parts.js';

/** A header cannot contain other characters, which may be invisible in a copied token. */
const SENDABLE = '\\s*[!-~]+\\s*';

/** Shows which token is used, and the form to enter another one. */
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
        title="The token as it was created, without blanks"
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
      This tab stores the token until you close it. The operator creates tokens with
      <code>npm run tokens -- create --name explorer --scope public</code>. Places and markers need
      the scope <code>internal</code>.
    </p>
  </details>`;
}

function kindOf({ tokens }: Explorer): string {
  if (tokens.own !== null) return 'your own';
  return tokens.hasDevelopment ? 'development' : 'none';
}
