import type { IncomingMessage } from 'node:http';
import { type ApiError, headersTooLarge, invalidRequest, MAX_HEADERS } from '../errors.js';
import type { RequestMiddleware } from './context.js';
import { refusalOf, refuse } from '../server/refusals.js';

const HOST = 'host';
const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*(.*)/i;

/**
 * Brings what follows the method in the request line to the form `/path?query`, before anything reads it: a proxy may
 * send the absolute form, and what is neither would fail wherever it is parsed. A fragment, which is the caller's own,
 * is left out, as it is from the path. Notes the refusal of too many headers, and of what has not one host (RFC 9112,
 * section 3.2).
 */
export function prepareTarget(request: IncomingMessage): void {
  if (refusalOf(request) !== undefined) return;
  const fault = headerFault(request);
  if (fault !== undefined) refuse(request, fault);
  const { url = '' } = request;
  if (url.startsWith('/') && !url.includes('#')) return;
  const [target = ''] = url.split('#', 1);
  const rest = target.startsWith('/') ? target : ABSOLUTE_FORM.exec(target)?.[1];
  if (rest === undefined && target !== '*' && fault === undefined)
    refuse(request, invalidRequest([], 'The request target must be a path, such as /countries/findAll.')); // prettier-ignore
  else request.url = rest?.startsWith('/') === true ? rest : `/${rest ?? target}`;
}

/** Refuses what Node could not read, and what `prepareTarget` has found. */
export function refuseUnreadable(): RequestMiddleware {
  return ({ req, res }, next) => {
    const refusal = refusalOf(req);
    if (refusal === undefined) return next();
    res.setHeader('Connection', 'close');
    throw refusal;
  };
}

/** Returns the path of a request, without the parsing that fails where the target is none. */
export function pathOf({ url = '' }: IncomingMessage): string {
  const queryAt = url.indexOf('?');
  return queryAt === -1 ? url : url.slice(0, queryAt);
}

/** Returns the query string of a request, without the leading `?`. */
export function queryOf({ url = '' }: IncomingMessage): string {
  const queryAt = url.indexOf('?');
  return queryAt === -1 ? '' : url.slice(queryAt + 1);
}

/** Returns why the headers of a request are refused. */
function headerFault({ rawHeaders, httpVersion }: IncomingMessage): ApiError | undefined {
  // Names and values take turns.
  if (rawHeaders.length > 2 * MAX_HEADERS) return headersTooLarge();
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
