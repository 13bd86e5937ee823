/**
 * Programs that send a request. They run as they are: curl in a POSIX shell, JavaScript as a module in Node and browsers,
 * Python without packages.
 *
 * @typedef {object} ShownRequest
 * @property {string} method in upper case
 * @property {string} url with its query string
 * @property {Record<string, string>} headers
 * @property {string} [body]
 */

/** By the name of the language, functions of a request. */
export const PROGRAMS = { curl: curlCommand, JavaScript: javascriptProgram, Python: pythonProgram };

const MAX_LINE = 80;

const inJavascript = (parts) => inBraces(parts, ['{ ', ' }'], '  ');
const inPython = (parts) => inBraces(parts, ['{', '}'], '    ');

/** @param {ShownRequest} request */
function curlCommand({ method, url, headers, body }) {
  const options = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    quoted(url),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ];
  return `curl ${options.join(' \\\n  ')}`;
}

/** @param {ShownRequest} request */
function javascriptProgram({ method, url, headers, body }) {
  const { address, query } = split(url);
  const options = [
    ...(method === 'GET' ? [] : [`method: ${JSON.stringify(method)}`]),
    `headers: ${inJavascript(Object.entries(headers).map(([name, value]) => `${keyOf(name)}: ${JSON.stringify(value)}`))}`,
    ...(body === undefined ? [] : [`body: ${javascriptBody(body)}`]),
  ];
  const lines = [
    `const url = new URL(${JSON.stringify(address)});`,
    ...query.map(
      ([name, value]) => `url.searchParams.set(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    ),
    `const response = await fetch(url, ${inJavascript(options)});`,
    'console.log(await response.json());',
  ];
  return lines.join('\n');
}

/** @param {ShownRequest} request */
function pythonProgram({ method, url, headers, body }) {
  const { address, query } = split(url);
  const pairs = query.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  const parsed = parse(body);
  const sent = parsed === undefined ? JSON.stringify(body) : `json.dumps(${pythonValue(parsed)})`;
  const options = [
    'url',
    ...(method === 'GET' ? [] : [`method=${JSON.stringify(method)}`]),
    `headers=${inPython(Object.entries(headers).map((pair) => pair.map((text) => JSON.stringify(text)).join(': ')))}`,
    ...(body === undefined ? [] : [`data=${sent}.encode()`]),
  ];
  const lines = [
    'import json',
    'from urllib.parse import urlencode',
    'from urllib.request import Request, urlopen',
    '',
    `url = ${JSON.stringify(address)}`,
    ...(query.length === 0 ? [] : [`url += "?" + urlencode(${inPython(pairs)})`]),
    `request = Request${inBraces(options, '()', '    ')}`,
    'with urlopen(request) as response:',
    '    print(json.load(response))',
  ];
  return lines.filter((line) => query.length > 0 || !line.includes('urlencode')).join('\n');
}

/** Returns a word of a POSIX shell. */
function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Separates an address from the parameters of its query string, which are unique. */
function split(url) {
  const { href, search, searchParams } = new URL(url);
  return { address: href.slice(0, href.length - search.length), query: [...searchParams] };
}

/** Returns the parts in one line, or in a line each if that were too long. */
function inBraces(parts, [open, close], indent) {
  const line = `${open}${parts.join(', ')}${close}`;
  if (line.length <= MAX_LINE && !line.includes('\n')) return line;
  const lines = parts.map((part) => `${part},`.replace(/^/gm, indent));
  return [open.trim(), ...lines, close.trim()].join('\n');
}

function keyOf(name) {
  return /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
}

/** Returns the value of a JSON text; undefined if it is not JSON, such as while someone edits it. */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function javascriptBody(text) {
  const value = parse(text);
  return value === undefined ? JSON.stringify(text) : `JSON.stringify(${JSON.stringify(value)})`;
}

/** Returns a JSON value as Python writes it. */
function pythonValue(value) {
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each)}`).join(', ')}}`; // prettier-ignore
  const words = new Map([[true, 'True'], [false, 'False'], [null, 'None']]); // prettier-ignore
  return words.get(value) ?? JSON.stringify(value);
}
