import './examples/styled.css';
import countries from './examples/countries.html?raw';
import events from './examples/events.html?raw';
import eventsScript from './examples/events.ts?raw';
import first from './examples/first.html?raw';
import form from './examples/form.html?raw';
import formScript from './examples/form.ts?raw';
import languages from './examples/languages.html?raw';
import styled from './examples/styled.html?raw';
import styledSheet from './examples/styled.css?raw';
import { storageOf } from '../shared/visitor.js';

/** Makes a file a module. It is not shown. */
const MODULE = 'export {};';

/** The page shows the code that it runs. */
interface Example {
  readonly title: string;
  readonly html: string;
  /** A script or style sheet. */
  readonly more?: string;
  /** Runs the script, which needs the HTML on the page. */
  readonly run?: () => Promise<unknown>;
}

const EXAMPLES: readonly Example[] = [
  { title: 'A field', html: first },
  {
    title: 'In a form',
    html: form,
    more: formScript,
    run: () => import('./examples/form.js'),
  },
  {
    title: 'Whole entities',
    html: events,
    more: eventsScript,
    run: () => import('./examples/events.js'),
  },
  { title: 'Countries and their cities', html: countries },
  { title: 'In the language of the page', html: languages },
  { title: 'In your colours', html: styled, more: styledSheet },
];

/** The address of the service. The page is at `widget`, with or without a slash. */
const service = new URL(location.pathname.replace(/widget(?:\/[^/]*)?$/, ''), location.origin);
const scriptAddress = new URL('widget.js', service).href;

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}

function code(text: string, name: string): HTMLElement[] {
  const shown = document.createElement('pre');
  shown.tabIndex = 0;
  shown.setAttribute('aria-label', name);
  shown.append(document.createElement('code'));
  shown.firstElementChild?.append(text.trim());
  const copy = document.createElement('button');
  copy.append(`Copy ${name}`);
  copy.addEventListener('click', () => {
    void navigator.clipboard.writeText(text.trim()).then(() => {
      copy.replaceChildren('Copied');
    });
  });
  return [shown, copy];
}

/** Returns a text as it is written between the quotes of an attribute. */
function inAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

async function show({ title, html, more, run }: Example, token: string): Promise<void> {
  const section = document.createElement('section');
  const heading = document.createElement('h2');
  heading.append(title);
  const running = document.createElement('div');
  running.className = 'live';
  const withToken = html.replaceAll('YOUR_TOKEN', () => inAttribute(token));
  running.innerHTML = withToken;
  section.append(heading, running, ...code(withToken, `the code of “${title}”`));
  if (more !== undefined)
    section.append(...code(more.replace(MODULE, ''), `what belongs to “${title}”`));
  element('examples').append(section);
  await run?.();
}

const KEY = 'geographic-data-token';
const storage = storageOf('sessionStorage');
const asking = element('ask-token');

/** Waits until the visitor enters a token, which is stored in the tab. */
async function typedToken(): Promise<string> {
  asking.hidden = false;
  const typed = await new Promise<string>((resolve) => {
    asking.addEventListener('submit', (event) => {
      event.preventDefault();
      resolve(asking.querySelector('input')?.value.trim() ?? '');
    });
  });
  asking.hidden = true;
  storage?.setItem(KEY, typed);
  return typed;
}

async function developmentToken(): Promise<string | undefined> {
  const response = await fetch(new URL('explorer.json', service)).catch(() => undefined);
  if (response?.ok !== true) return undefined;
  const settings = (await response.json().catch(() => null)) as ExplorerSettings | null;
  return settings?.developmentTokens?.public;
}

interface ExplorerSettings {
  readonly developmentTokens: { readonly public: string } | null;
}

element('script').append(`<script type="module" src="${scriptAddress}"></script>`);
const script = document.createElement('script');
script.type = 'module';
script.src = scriptAddress;
document.head.append(script);

document.addEventListener('geo-error', ({ detail }) => {
  // It was revoked, or mistyped.
  if (detail.status === 401 && asking.hidden) void typedToken().then(() => location.reload());
});
const token = (await developmentToken()) ?? storage?.getItem(KEY) ?? (await typedToken());
for (const example of EXAMPLES) await show(example, token);
