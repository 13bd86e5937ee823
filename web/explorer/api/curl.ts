import { type ApiRequest, targetOf } from './requests.js';

/**
 * Returns the command line that sends the same request.
 * @param token undefined to write a variable of the shell instead
 */
export function curlOf(request: ApiRequest, origin: string, token: string | undefined): string {
  const { method, body } = request;
  const words = ['curl -s'];
  if (method !== 'GET') words.push(`-X ${method}`);
  words.push(
    token === undefined
      ? '-H "Authorization: Bearer $TOKEN"'
      : `-H ${quoted(`Authorization: Bearer ${token}`)}`,
  );
  if (body !== undefined) words.push(`-H 'Content-Type: application/json'`);
  words.push(quoted(`${origin}${targetOf(request)}`));
  if (body !== undefined) words.push(`-d ${quoted(visible(JSON.stringify(body)))}`);
  return words.join(' ');
}

/** Escapes control characters and changes of direction, which JSON leaves as they are. */
function visible(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
