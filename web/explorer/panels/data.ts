import { html, nothing, type TemplateResult } from 'lit';
import { moment, readable, shown } from './parts.js';
import { isLanguage, ownNameOf } from '../languages.js';
import type { Explorer } from '../model/explorer.js';
import type { ResourceData } from '../../client/src/routes.js';

type DataSource = NonNullable<ResourceData['live']>['sources'][number];

/** Shows which data is live, since when, and its sources. */
export function data(explorer: Explorer): TemplateResult {
  return html`<h1>The data</h1>
    <p dir="auto">
      The data that lookups answer from. <code>npm run ingest</code> loads a new generation of each
      resource and promotes it when it is complete.
    </p>
    ${shown(explorer.report, (resources) => html`${resources.map(resource)}`)}`;
}

function resource(report: ResourceData): TemplateResult {
  const { resource: name, live } = report;
  return html`<section class="resource" aria-labelledby="resource-${name}">
    <h2 id="resource-${name}">${name}</h2>
    ${
      live === null
        ? html`<p dir="auto">
            Not ingested yet. Run <code>npm run ingest -- ${name}</code> to load it.
          </p>`
        : html`<dl>
              <dt>Documents</dt>
              <dd>${readable(live.documents)}</dd>
              <dt>Generation</dt>
              <dd><code>${live.generation}</code></dd>
              <dt>Live since</dt>
              <dd>${live.since === null ? 'not known' : moment(live.since)}</dd>
              <dt>Ingested by version</dt>
              <dd>${live.version ?? 'not known'}</dd>
              <dt>Rows read</dt>
              <dd>${count(live.rows)}</dd>
              <dt>Rejected rows</dt>
              <dd>${count(report.rejects)}</dd>
            </dl>
            ${sources(live.sources)} ${languages(report.languages)}`
    }
  </section>`;
}

function count(value: number | null): string {
  return value === null ? 'not known' : readable(value);
}

function sources(list: readonly DataSource[]): TemplateResult | typeof nothing {
  if (list.length === 0) return nothing;
  return html`<h3>Sources</h3>
    <ul class="sources">
      ${list.map((source) => html`<li dir="ltr">${describeSource(source)}</li>`)}
    </ul>`;
}

function describeSource(source: DataSource): TemplateResult {
  if ('generation' in source) return html`<code>${source.generation}</code>`;
  const { name, bytes, sha256, built_in: isBuiltIn } = source;
  return html`${name}
    <span class="faint"
      >${readable(bytes)} bytes · SHA-256 <code>${sha256.slice(0, 12)}…</code>${
        isBuiltIn ? ' · built in' : ''
      }</span
    >`;
}

function languages(shares: ResourceData['languages']): TemplateResult | typeof nothing {
  if (shares === undefined) return nothing;
  const entries = Object.entries(shares).sort(([, one], [, other]) => other - one);
  return html`<h3>Names by language</h3>
    <ul class="bars">
      ${entries.map(([code, share]) => bar(code, share))}
    </ul>`;
}

function bar(code: string, share: number): TemplateResult {
  const name = isLanguage(code) ? ownNameOf(code) : code;
  return html`<li>
    <label>
      <bdi lang=${code}>${name}</bdi>
      <meter min="0" max="1" .value=${share}></meter>
      <span class="faint">${readable(share * 100, 1)} %</span>
    </label>
  </li>`;
}
