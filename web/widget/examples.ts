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
import { providedToken, typedToken } from './providedToken.js';

/** What makes a file a module says nothing to who reads it. */
const MODULE = 'export {};';

/** The code that is shown is the code that runs. */
interface Example {
  readonly title: string;
  readonly html: string;
  /** A script or style sheet. */
  readonly more?: string;
  /** Runs the script, once the page holds what it is for. */
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
  { title: 'Countries', html: countries },
  { title: 'In the language of the page', html: languages },
  { title: 'In your colours', html: styled, more: styledSheet },
];

/** The page is `widget`, with or without a slash, beside the script. */
const service = new URL(location.pathname.replace(/widget(?:\/[^/]*)?$/, ''), location.origin);
const scriptAddress = new URL('widget.js', service).href;

const reload = (): void => {
  location.reload();
};

const byId = (id: string): HTMLElement | null => document.getElementById(id);

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
  byId('examples')?.append(section);
  await run?.();
}

byId('script')?.append(`<script type="module" src="${scriptAddress}"></script>`);
const script = document.createElement('script');
script.type = 'module';
script.src = scriptAddress;
document.head.append(script);

const asking = byId('ask-token');
if (!(asking instanceof HTMLFormElement)) throw new Error('The page has no #ask-token.');
document.addEventListener('geo-error', ({ detail }) => {
  // It was revoked, or mistyped.
  if (detail.status === 401 && asking.hidden) void typedToken(asking).then(reload);
});
const token = await providedToken(service, asking);
for (const example of EXAMPLES) await show(example, token);
