import { type ApiRequest, targetOf } from './requests.js';

/**
 * Returns the command line that asks the same.
 *
 * @param token shown as it is; absent: a variable of the shell stands for it
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
  if (body !== undefined) words.push(`-d ${quoted(JSON.stringify(body))}`);
  return words.join(' ');
}

/** Returns one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
