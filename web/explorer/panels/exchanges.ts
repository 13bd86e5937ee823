import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { copy } from '../../shared/page.js';
import type { Exchange } from '../api/sender.js';
import { curlOf } from '../api/curl.js';
import { targetOf, serviceAddress } from '../api/requests.js';
import { counted, readable } from './texts.js';
import type { Explorer } from '../model/explorer.js';

/** Shows the requests and answers in a drawer, the latest first. */
export function exchanges({ sender, tokens }: Explorer): TemplateResult {
  const [last] = sender.exchanges;
  return html`<details class="drawer">
    <summary>
      <h2>API requests (${last?.number ?? 0})</h2>
    </summary>
    <ol class="exchanges">
      ${repeat(
        sender.exchanges,
        ({ number }) => number,
        (exchange) => {
          const token = tokens.shown(exchange.token);
          // An exchange never changes, and a long answer takes time to render.
          return guard([exchange, token], () => one(exchange, token));
        },
      )}
    </ol>
  </details>`;
}

function target({ request }: Exchange, id?: string): TemplateResult {
  return html`<code id=${id ?? nothing}
    >${request.method} ${decodeURIComponent(targetOf(request))}</code
  >`;
}

function result({ status, failure, milliseconds, source }: Exchange): TemplateResult {
  return html`<span>
    <strong class=${failure === undefined ? 'good' : 'bad'}>${status ?? 'no answer'}</strong>
    <span class="faint"
      >${readable(milliseconds, 1)} ms${source === undefined ? '' : ` · from ${source}`}</span
    >
  </span>`;
}

function one(exchange: Exchange, token: string | undefined): TemplateResult {
  const { request, number, earlier } = exchange;
  const command = curlOf(request, serviceAddress(), token);
  const id = `request-${number}`;
  return html`<li>
    <p class="row">
      <span class="target">${target(exchange, id)} ${result(exchange)}</span>
      <button type="button" aria-describedby=${id} @click=${copyCommand}>Copy curl</button>
    </p>
    <details>
      <summary>curl and JSON</summary>
      <pre tabindex="0" aria-label="Command line of request ${number}">${command}</pre>
      <pre tabindex="0" aria-label="Answer to request ${number}">${formatBody(exchange.body)}</pre>
    </details>
    ${earlier.length === 0 ? nothing : typing(earlier)}
  </li>`;
}

/** Shows the earlier searches of one typing. */
function typing(earlier: readonly Exchange[]): TemplateResult {
  return html`<details>
    <summary>${counted(earlier.length, 'earlier search', 'earlier searches')} while typing</summary>
    <ol>
      ${earlier.map((each) => html`<li class="target">${target(each)} ${result(each)}</li>`)}
    </ol>
  </details>`;
}

function formatBody(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body ?? null, null, 2);
}

function copyCommand({ currentTarget }: Event): void {
  const button = currentTarget as HTMLButtonElement;
  const command = button.closest('li')?.querySelector('pre');
  if (command) void copy(command, button, 'Copy curl');
}
