import { html, nothing, type TemplateResult } from 'lit';
import type { Explorer } from '../model/explorer.js';
import type { Actions } from './parts.js';

/** Shows the failure of the page, and a button to try again. */
export function notice(explorer: Explorer, actions: Actions): TemplateResult | typeof nothing {
  const { failure } = explorer;
  if (failure === undefined) return nothing;
  return html`<div class="notice">
    <p dir="auto"><strong>${failure.message}</strong> ${failure.advice}</p>
    ${
      failure.needsToken
        ? nothing
        : html`<button type="button" @click=${actions.retry}>Try again now</button>`
    }
  </div>`;
}

/** Returns what a screen reader says once the answers about a point have come. */
export function announcement(explorer: Explorer): string {
  const { located, address, failure } = explorer;
  if (failure !== undefined) return `${failure.message} ${failure.advice}`;
  if (address.country !== undefined) return `${explorer.countryName(address.country)}.`;
  if (address.point === undefined || located.isAsking || located.data === undefined) return '';
  const { countries, city } = located.data;
  const names = countries.map(({ name }) => name);
  const place = names.length === 0 ? 'No country here.' : `${names.join(', ')}.`;
  return city.latlng === null ? place : `${place} Closest city: ${city.name}.`;
}

/** A header cannot contain other characters, which may be invisible in a copied token. */
const SENDABLE = '\\s*[!-~]+\\s*';

/** Shows which token is used, and the form to enter another one. */
export function token(explorer: Explorer, actions: Actions): TemplateResult {
  const { tokens, failure } = explorer;
  return html`<details class="token" ?open=${failure?.needsToken === true}>
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
          : html`<button type="button" @click=${() => actions.useToken(null)}>Forget</button>`
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
