import { html, nothing, type TemplateResult } from 'lit';
import { shown } from './parts.js';
import { counted, moment, readable, rounded } from './texts.js';
import { isLanguage, ownNameOf } from '../languages.js';
import type { Explorer } from '../model/explorer.js';
import type { ResourceData } from '../../client/src/routes.js';

type DataSource = NonNullable<ResourceData['live']>['sources'][number];

/** A document of lands stands for the cells of resolution 8 in one cell of resolution 4. */
const LANDS_PER_DOCUMENT = 7 ** 4;
const LINES = 24;

const EXPLANATIONS: Readonly<Record<string, string>> = {
  countries:
    'Countries and territories, with borders good to some hundred metres and names in 30 languages.',
  cities: 'Places of 1,000 inhabitants and more.',
  regions: 'The regions of the cities, with their bounds. Made with the cities.',
  lands:
    'Hexagons of about 0.7 km² (cells of the H3 grid) on land: country, cities, altitude, biomes.',
  places: 'The cities, and points of interest such as airports, stations and museums.',
  markers: 'A compact copy of the places for maps, with the state of a game: icon, skin, season.',
};

/** The attributions of the built-in data. `ingest/data/README.md` has the details. */
const ATTRIBUTIONS: Readonly<Record<string, string>> = {
  countries:
    'Natural Earth (public domain), country-coder (ISC) and Unicode CLDR (Unicode License v3).',
  cities:
    'GeoNames (geonames.org, CC BY 4.0), Natural Earth (public domain) and Unicode CLDR (Unicode License v3).',
  lands:
    'Natural Earth, SRTM30 (US government) and ETOPO5 (NOAA), in the public domain, and RESOLVE Ecoregions 2017 (Dinerstein et al. 2017, doi:10.1093/biosci/bix014), CC BY 4.0, simplified and gridded.',
  places:
    'GeoNames (geonames.org, CC BY 4.0), OurAirports, the Global Power Plant Database (World Resources Institute, CC BY 4.0), Pleiades (CC BY 3.0), Open Brewery DB (MIT), Deutsche Bahn (CC BY 4.0), OpenTravelData (CC BY 4.0), Natural Earth, ROR, Wikidata, iRail, datameet, NGA, IMLS and IPEDS.',
};

/** Shows which data is live, since when, and its sources. */
export function data(explorer: Explorer): TemplateResult {
  return html`<h1>The data</h1>
    <p>
      What every lookup reads, where it comes from, and its licences. <a href="#map">Try it</a> on
      the map, or read <a href="docs">the API reference</a>.
    </p>
    ${shown(
      explorer.report,
      (report) =>
        html`<dl class="totals">${report.map(total)}</dl>
          <div class="resources">${report.map((each) => resource(each, report))}</div>`,
      LINES,
    )}`;
}

function total({ resource: name, live }: ResourceData): TemplateResult {
  const documents = live?.documents ?? 0;
  return name === 'lands'
    ? html`<div>
        <dt>lands, at most</dt>
        <dd>${rounded(documents * LANDS_PER_DOCUMENT)}</dd>
      </div>`
    : html`<div>
        <dt>${name}</dt>
        <dd>${readable(documents)}</dd>
      </div>`;
}

function resource(of: ResourceData, report: readonly ResourceData[]): TemplateResult {
  const { resource: name, live, languages } = of;
  const sources = live?.sources ?? [];
  return html`<section class="resource" aria-labelledby="resource-${name}">
    <h2 id="resource-${name}">${name}</h2>
    <p class="faint">${EXPLANATIONS[name]}</p>
    ${
      live === null
        ? html`<p>Not loaded yet.</p>`
        : html`${isOutdated(of, report) ? html`<p class="stale">${OUTDATED}</p>` : nothing}
          ${sources.some(isBuiltIn) ? html`<p>Contains data of ${ATTRIBUTIONS[name]}</p>` : nothing}
          ${live.since === null ? nothing : html`<p>Updated ${moment(live.since)}.</p>`}
          ${folded(`Made from ${counted(sources.length, 'source')}`, 'sources', sources.map(describeSource))}
          ${languages === undefined ? nothing : folded('Names by language', 'bars', bars(languages))}`
    }
  </section>`;
}

const OUTDATED = 'Out of date: the data it was made from has been replaced since.';

/** True if a source is another resource's data that is no longer live. */
function isOutdated({ live }: ResourceData, report: readonly ResourceData[]): boolean {
  const current = new Set(report.map((other) => other.live?.generation));
  return (live?.sources ?? []).some(
    (source) => 'generation' in source && !current.has(source.generation),
  );
}

function isBuiltIn(source: DataSource): boolean {
  return 'built_in' in source && source.built_in;
}

/** Shows a list below its summary. */
function folded(summary: string, kind: string, items: readonly TemplateResult[]): TemplateResult {
  return html`<details>
    <summary>${summary}</summary>
    <ul class=${kind}>
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>
  </details>`;
}

function describeSource(source: DataSource): TemplateResult {
  if ('generation' in source) {
    // Such as `geo-cities-g20261122061500000`.
    const [, name] = /-(\w+)-g\w+$/.exec(source.generation) ?? [];
    return html`The ${name ?? 'other data'} of this service`;
  }
  return html`${source.name}
    <span class="faint"
      >${isBuiltIn(source) ? 'built in' : "the operator's own, under its own licence"}</span
    >`;
}

function bars(shares: NonNullable<ResourceData['languages']>): TemplateResult[] {
  const entries = Object.entries(shares).sort(([, one], [, other]) => other - one);
  return entries.map(
    ([code, share]) =>
      html`<label>
        <bdi lang=${code}>${isLanguage(code) ? ownNameOf(code) : code}</bdi>
        <meter min="0" max="1" .value=${share}></meter>
        <span class="faint">${readable(share * 100, 1)} %</span>
      </label>`,
  );
}
