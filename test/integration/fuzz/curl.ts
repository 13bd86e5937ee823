import type { FuzzRequest } from './requests.js';

/** Where `npm start` listens, with `DEV_TOKENS=true`. */
const ADDRESS = 'http://127.0.0.1:3000';

/** Writes a request as a line for bash. */
export function curlOf({ method, target, headers, body }: FuzzRequest): string {
  const parts = ['curl -sS -i --path-as-is --globoff', method === 'HEAD' ? '-I' : `-X ${quoted(method)}`];
  for (const [name, value] of Object.entries(headers)) {
    // To curl, a header that is empty is one to leave out.
    for (const each of [value].flat()) parts.push(`-H ${quoted(each === '' ? `${name};` : `${name}: ${each}`)}`);
  }
  if (body !== undefined) parts.push(`--data-binary ${quoted(body.toString('latin1'))}`);
  const isAbsolute = target.startsWith('http');
  if (isAbsolute) parts.push(`--request-target ${quoted(target)}`);
  return [...parts, quoted(isAbsolute ? ADDRESS : `${ADDRESS}${target}`)].join(' ');
} // prettier-ignore

/** Quotes bytes, one a character. */
function quoted(bytes: string): string {
  if (/^[\w./:?&=,%@ ;*+-]*$/.test(bytes)) return `'${bytes}'`;
  const escaped = bytes.replaceAll(/[\\']/g, '\\$&').replaceAll(
    /[^\x20-\x7e]/g,
    (each) => `\\x${each.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `$'${escaped}'`;
} // prettier-ignore
