import './examples/styled.css';
import countries from './examples/countries.html?raw';
import events from './examples/events.html?raw';
import eventsScript from './examples/events.ts?raw';
import styled from './examples/styled.html?raw';
import styledSheet from './examples/styled.css?raw';
import { storageOf } from '../shared/visitor.js';
import { element, showCode } from './page.js';
import { startPlayground } from './playground.js';
import { inAttribute } from './snippets.js';

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
  { title: 'A country, then a city in it', html: countries },
  {
    title: 'Everything about the choice',
    html: events,
    more: eventsScript,
    run: () => import('./examples/events.js'),
  },
  { title: 'In your colours', html: styled, more: styledSheet },
];

/** The address of the service. The page is at `widget`, with or without a slash. */
const service = new URL(location.pathname.replace(/widget(?:\/[^/]*)?$/, ''), location.origin);

async function show({ title, html, more, run }: Example, token: string): Promise<void> {
  const section = document.createElement('section');
  const heading = document.createElement('h2');
  heading.append(title);
  const running = document.createElement('div');
  running.className = 'live';
  const withToken = html.replaceAll('YOUR_TOKEN', () => inAttribute(token));
  running.innerHTML = withToken;
  section.append(heading, running);
  showCode(section, `the code of “${title}”`)(withToken);
  if (more !== undefined) showCode(section, `what belongs to “${title}”`)(more.replace(MODULE, ''));
  element('examples', HTMLElement).append(section);
  await run?.();
}

const KEY = 'geographic-data-token';
const storage = storageOf('sessionStorage');
const asking = element('ask-token', HTMLFormElement);

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

// As it was chosen in the explorer.
const theme = storageOf('localStorage')?.getItem('geographic-data-theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

const script = document.createElement('script');
script.type = 'module';
script.src = new URL('widget.js', service).href;
document.head.append(script);

document.addEventListener('geo-error', ({ detail }) => {
  // It was revoked, or mistyped.
  if (detail.status === 401 && asking.hidden) void typedToken().then(() => location.reload());
});
const token = (await developmentToken()) ?? storage?.getItem(KEY) ?? (await typedToken());
startPlayground(token, service.href);
for (const example of EXAMPLES) await show(example, token);
