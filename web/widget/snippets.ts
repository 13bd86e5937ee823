import html from './examples/field.html?raw';
import react from './examples/field.jsx?raw';
import vue from './examples/field.vue?raw';

const FRAMEWORKS = new Map<unknown, string>(Object.entries({ React: react, Vue: vue }));
const TAG = /^( *)(.*<geo-autocomplete) ATTRIBUTES ?(.*?) ?(\/>|><\/geo-autocomplete>)$/m;

const OWN_LINE = /^( *)ATTRIBUTES$/m;

/** Returns the code of a field. @param script the attributes of the script of the widget @param service the address, with a slash at the end */
export function snippet(
  framework: unknown,
  attributes: Readonly<Record<string, string>>,
  service: string,
  script: string,
): string {
  const template = FRAMEWORKS.get(framework);
  const given = template === undefined ? attributes : { ...attributes, url: service };
  const lines = Object.entries(given)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}="${inAttribute(value)}"`);
  const write = (_: string, indent: string, start: string, listener: string, end: string): string =>
    [start, ...[...lines, listener].filter(Boolean).map((line) => `  ${line}`), end]
      .map((line) => indent + line)
      .join('\n');
  return (template ?? html)
    .replace(TAG, write)
    .replace(OWN_LINE, (_, indent: string) => lines.map((line) => indent + line).join('\n'))
    .replace('SCRIPT', () => script)
    .replace('SERVICE', () => service);
}

/** Returns a text as it is written between the quotes of an attribute. */
export function inAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
