import './examples/styled.css';
import countries from './examples/countries.html?raw';
import styled from './examples/styled.html?raw';
import styledSheet from './examples/styled.css?raw';
import { readSettings } from '../shared/settings.js';
import { element } from '../shared/page.js';
import { storedToken } from '../shared/storage.js';
import { paintTheme } from '../shared/theme.js';
import { showCode } from './page.js';
import { startPlayground } from './playground.js';
import { inAttribute } from './snippets.js';

/** The page shows the code that it runs. Only a development token is shown in it. */
const EXAMPLES = [
  { title: 'A country, then a city in it', html: countries, more: '' },
  { title: 'In your colours', html: styled, more: `\n<style>\n${styledSheet}</style>` },
];

/** The address of the service. The page is at `widget`, with or without a slash. */
const service = new URL(location.pathname.replace(/widget(?:\/[^/]*)?$/, ''), location.origin);

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
  storedToken.set(typed);
  return typed;
}

// As it was chosen in the explorer.
paintTheme();

const script = document.createElement('script');
script.type = 'module';
script.src = new URL('widget.js', service).href;
document.head.append(script);

document.addEventListener('geo-error', ({ detail }) => {
  // It was revoked, or mistyped.
  if (detail.status === 401 && asking.hidden) void typedToken().then(() => location.reload());
});
const { developmentTokens, widget } = await readSettings(service);
const development = developmentTokens?.public;
const token = development ?? storedToken.get() ?? (await typedToken());
const shownToken = development ?? 'YOUR_TOKEN';
startPlayground(token, shownToken, service.href, widget);
if (widget !== undefined)
  element('size').append(` It is one file of ${Math.round(widget.bytes / 1_000)} kB, compressed.`);
const examples = element('examples');
for (const { title, html, more } of EXAMPLES) {
  const heading = document.createElement('h2');
  heading.append(title);
  const live = document.createElement('div');
  live.className = 'live';
  live.innerHTML = html.replaceAll('YOUR_TOKEN', () => inAttribute(token));
  examples.append(heading, live);
  showCode(examples, `the code of “${title}”`)(html.replaceAll('YOUR_TOKEN', shownToken) + more);
}
