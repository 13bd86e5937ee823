import { invalidRequest } from '../errors.js';
import type { RequestMiddleware } from './context.js';

const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*([^#]*)/i;

/**
 * Refuses what lacks a host (RFC 9112, section 3.2), and brings what follows the method in the
 * request line to the form `/path?query`: a proxy may send the absolute form, and what is neither
 * would fail wherever it is parsed.
 */
export function requestTarget(): RequestMiddleware {
  return (context, next) => {
    const { req } = context;
    if (req.headers.host === undefined && req.httpVersion === '1.1') {
      context.res.setHeader('Connection', 'close');
      throw invalidRequest([], 'The header `Host` is missing.');
    }
    const target = req.url ?? '';
    if (target.startsWith('/')) return next();
    const rest = ABSOLUTE_FORM.exec(target)?.[1];
    if (rest === undefined && target !== '*') {
      throw invalidRequest([], 'The request target must be a path, such as /countries/findAll.');
    }
    req.url = rest?.startsWith('/') === true ? rest : `/${rest ?? target}`;
    return next();
  };
}
