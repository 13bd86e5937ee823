import type { IncomingMessage } from 'node:http';
import { type ApiError, HEADERS_TOO_LARGE, invalidRequest, MAX_HEADERS } from '../errors.js';

const HOST = 'host';
const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*(.*)/i;

/** Why requests cannot be read. A request that can be read is not in it. */
export const requestFaults = new WeakMap<IncomingMessage, ApiError>();

/**
 * Brings the request target to the form `/path?query`: a proxy may send the absolute form. Drops a
 * fragment. Notes a fault if the target or the headers are malformed.
 */
export function prepareTarget(request: IncomingMessage): void {
  if (requestFaults.has(request)) return;
  const fault = headerFault(request);
  if (fault !== undefined) requestFaults.set(request, fault);
  const { url = '' } = request;
  if (url.startsWith('/') && !url.includes('#')) return;
  const [target = ''] = url.split('#', 1);
  const rest = target.startsWith('/') ? target : ABSOLUTE_FORM.exec(target)?.[1];
  if (rest === undefined && target !== '*' && fault === undefined)
    requestFaults.set(request, invalidRequest([], 'The request target must be a path, such as /countries/findAll.')); // prettier-ignore
  else request.url = rest?.startsWith('/') === true ? rest : `/${rest ?? target}`;
}

/** Returns the path of a request, without URL parsing, which fails for malformed targets. */
export function pathOf({ url = '' }: IncomingMessage): string {
  const queryAt = url.indexOf('?');
  return queryAt === -1 ? url : url.slice(0, queryAt);
}

/** Returns the query string of a request, without the leading `?`. */
export function queryOf({ url = '' }: IncomingMessage): string {
  const queryAt = url.indexOf('?');
  return queryAt === -1 ? '' : url.slice(queryAt + 1);
}

/** Returns the fault of too many headers, or of not exactly one `Host` (RFC 9112, section 3.2). */
function headerFault({ rawHeaders, httpVersion }: IncomingMessage): ApiError | undefined {
  // Names and values alternate.
  if (rawHeaders.length > 2 * MAX_HEADERS) return HEADERS_TOO_LARGE;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  if (hosts > 1) return invalidRequest([], 'The header `Host` is there more than once.');
  return hosts === 0 && httpVersion === '1.1'
    ? invalidRequest([], 'The header `Host` is missing.')
    : undefined;
}
