import type { IncomingMessage } from 'node:http';
import { type ApiError, headersTooLarge, invalidRequest, MAX_HEADERS } from '../errors.js';
import type { RequestMiddleware } from './context.js';
import { refusalOf } from '../server/refusals.js';

const HOST = 'host';
const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*(.*)/i;

/**
 * Refuses what Node could not read, too many headers, and what has not one host (RFC 9112, section
 * 3.2), and brings what follows the method in the request line to the form `/path?query`: a proxy may
 * send the absolute form, and what is neither would fail wherever it is parsed. A fragment, which is
 * the caller's own, is left out, as it is from the path.
 */
export function requestTarget(): RequestMiddleware {
  return (context, next) => {
    const { req } = context;
    const refusal = refusalOf(req) ?? headerFault(req);
    if (refusal !== undefined) {
      context.res.setHeader('Connection', 'close');
      throw refusal;
    }
    const [target = ''] = (req.url ?? '').split('#', 1);
    if (target.startsWith('/')) {
      req.url = target;
      return next();
    }
    const rest = ABSOLUTE_FORM.exec(target)?.[1];
    if (rest === undefined && target !== '*') {
      throw invalidRequest([], 'The request target must be a path, such as /countries/findAll.');
    }
    req.url = rest?.startsWith('/') === true ? rest : `/${rest ?? target}`;
    return next();
  };
}

/** Returns the path of a request, without the parsing that fails where the target is none. */
export function pathOf({ url = '' }: IncomingMessage): string {
  const queryAt = url.indexOf('?');
  return queryAt === -1 ? url : url.slice(0, queryAt);
}

/** Returns why the headers of a request are refused. */
export function headerFault({ rawHeaders, httpVersion }: IncomingMessage): ApiError | undefined {
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
