import { LANGUAGES } from '../client/src/schema.js';
import { element } from '../shared/page.js';
import type { Settings } from '../shared/settings.js';
import { entriesOf, showCode } from './page.js';
import { snippet } from './snippets.js';

/** Connects the options with the preview and its code. @param service the address, with a slash at the end */
export function startPlayground(
  token: string,
  shownToken: string,
  service: string,
  widget: Settings['widget'],
): void {
  const options = element('options', HTMLFormElement);
  const preview = element('preview', HTMLFormElement);
  const frameworks = element('frameworks', HTMLFormElement);
  const sent = element('sent', HTMLOutputElement);
  const field = element('city');
  const code = showCode(element('code'), 'the code');
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const languages = LANGUAGES.map((code) => new Option(names.of(code), code));
  element('lang', HTMLSelectElement).append(...languages);

  const attributesWith = (token: string): Record<string, string> => {
    const chosen = entriesOf(options);
    const textOf = (wanted: string): string =>
      chosen.flatMap(([name, text]) => (name === wanted ? text : [])).join(' ');
    const isCountry = textOf('resource') === 'countries';
    return {
      name: isCountry ? 'country' : 'city',
      label: isCountry ? 'Country' : 'City',
      token,
      resource: textOf('resource'),
      match: textOf('match'),
      lang: textOf('lang'),
      country: isCountry ? '' : textOf('country'),
      fields: textOf('fields'),
    };
  };
  const write = (): void => {
    const chosen = new FormData(frameworks);
    const pin = widget && chosen.has('pinned') ? [`integrity="${widget.integrity}"`] : [];
    const src = `src="${service}widget/${widget?.version ?? 1}/widget.js"`;
    const script = [src, ...pin].join('\n  ');
    code(snippet(chosen.get('framework'), attributesWith(shownToken), service, script));
  };
  const apply = (): void => {
    for (const [name, value] of Object.entries(attributesWith(token))) {
      if (value === '') field.removeAttribute(name);
      else field.setAttribute(name, value);
    }
    sent.value = '';
    write();
  };
  const send = (): void => {
    sent.value = entriesOf(preview)
      .map((entry) => entry.join(' = '))
      .join('\n');
  };

  options.addEventListener('change', apply);
  frameworks.addEventListener('change', write);
  preview.addEventListener('geo-select', send);
  preview.addEventListener('submit', (event) => {
    event.preventDefault();
    send();
  });
  element('only-in').setAttribute('token', token);
  apply();
}
