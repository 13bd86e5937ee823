import { brotliDecompressSync, unzipSync } from 'node:zlib';
import type { PlainAnswer } from '../askPlainly.js';
import { documentedBy } from '../documented.js';
import { isInternal } from '../endpoints.js';
import {
  type FuzzRequest,
  type OpenApi,
  type Operation,
  PAGES,
  queryParametersOf,
} from './arbitraries.js';

const BEARER = /^bearer +([\w.~+/-]{1,200}=*)$/i;
const SCOPES = new Map([['dev-public', 'public'], ['dev-internal', 'internal']]); // prettier-ignore
const ON_ALL = ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'vary', 'cache-control', 'x-request-id'] as const; // prettier-ignore
const REQUEST_ID = /^[\w.:=+/-]{1,128}$/;
/** What only somebody inside may see. */
const INSIDE =
  /node_modules|\.[jt]s:\d|\n\s+at |_exception|_search|Elasticsearch (?:said|answered)/;

/** Returns what is wrong with an answer, by the document that the API itself serves. */
export function createJudge(openApi: OpenApi) {
  const check = documentedBy(JSON.stringify(openApi));
  const operationOf = ({ method, target }: FuzzRequest): Operation | undefined =>
    openApi.paths[pathOf(target)]?.[method === 'HEAD' ? 'get' : method.toLowerCase()];

  function expectedStatuses(request: FuzzRequest): number[] {
    const { method, target, headers } = request;
    if (method === 'OPTIONS' && 'Origin' in headers && 'Access-Control-Request-Method' in headers) return [204]; // prettier-ignore
    const path = pathOf(target);
    const operation = operationOf(request);
    const scope = SCOPES.get(BEARER.exec(headers.Authorization ?? '')?.[1] ?? '');
    const isBelowInternal = isInternal(path) && path !== '/places' && path !== '/markers';
    if (operation !== undefined || isBelowInternal) {
      if (scope === undefined && operation?.security?.length !== 0) return [401];
      if (isInternal(path) && scope === 'public') return [403];
    }
    if (operation !== undefined) return Object.keys(operation.responses).map(Number).filter((status) => ![401, 403, 429].includes(status) && status < 500); // prettier-ignore
    if (path.startsWith('/assets/')) return [204, 404, 405];
    if (openApi.paths[path] === undefined && !PAGES.includes(path)) return [404];
    if (method === 'OPTIONS') return [204];
    const isPage = PAGES.includes(path) && (method === 'GET' || method === 'HEAD');
    return isPage ? [200, 304] : [405];
  }

  function* faultsOf(request: FuzzRequest, answer: PlainAnswer): Generator<string | false> {
    const { method, target, headers: sent } = request;
    const { status = 0, headers, body } = answer;
    const path = pathOf(target);
    const operation = operationOf(request);
    const expected = expectedStatuses(request);
    yield !expected.includes(status) && `it is ${status}, not ${expected.join(' or ')}`;
    const documented = operation?.responses[String(status)];
    const named = openApi.components.responses[documented?.$ref?.split('/').at(-1) ?? ''];
    const wanted = Object.keys((named ?? documented)?.headers ?? {}).map((name) => name.toLowerCase()); // prettier-ignore
    for (const name of [...ON_ALL, ...wanted])
      yield headers[name] === undefined && name !== 'x-ignored-params' && `it lacks ${name}`;
    yield (headers['x-powered-by'] ?? headers.server) !== undefined && 'it names its software';
    const id = sent['X-Request-Id'] ?? '';
    yield REQUEST_ID.test(id) && headers['x-request-id'] !== id && 'it has another request id';
    yield status >= 400 && headers['cache-control'] !== 'no-store' && 'it may be cached';
    yield status === 405 && headers.allow === undefined && 'it names no methods';
    const isPage = sent.Origin !== undefined && method !== 'OPTIONS';
    yield isPage && headers['access-control-allow-origin'] === undefined && 'a page could not read it'; // prettier-ignore
    for (const [name, value] of Object.entries(headers))
      yield !/^[\t\x20-\x7e]*$/.test(String(value)) && `${name} is not ASCII`;
    if (status === 200 && operation !== undefined && operation.security === undefined) {
      const known = new Set(queryParametersOf(operation).map(({ name }) => name));
      const unknown = new Set(pairsOf(target).map(([name]) => name).filter((name) => !known.has(name))); // prettier-ignore
      const list = [...unknown].map((name) => encodeURIComponent(name.toWellFormed())).join(', ');
      yield (headers['x-ignored-params'] ?? '') !== list && `X-Ignored-Params is not ${list}`;
    }

    if (method === 'HEAD' || status === 304 || status === 204) {
      yield body.length > 0 && 'there is a body';
      return;
    } // prettier-ignore
    const isJson = headers['content-type'] === 'application/json; charset=utf-8';
    if (!isJson) {
      // A browser that follows a mistyped address.
      if (status === 404 && method === 'GET' && sent.Accept?.includes('text/html') === true) return;
      yield (status !== 200 || operation !== undefined) && 'it is no JSON';
      return;
    }
    const coding = headers['content-encoding'];
    const accepted = (sent['Accept-Encoding'] ?? '').toLowerCase();
    yield coding !== undefined && !accepted.includes(coding) && !accepted.includes('*') && 'its coding is not accepted'; // prettier-ignore
    const text = (coding === undefined ? body : (coding === 'br' ? brotliDecompressSync : unzipSync)(body)).toString(); // prettier-ignore
    const value = JSON.parse(text) as { error?: { request_id: string } };
    if (status >= 400) {
      yield INSIDE.test(text) && `it tells what is inside: ${text}`;
      yield value.error?.request_id !== headers['x-request-id'] && 'its body has another id';
    }
    if (documented !== undefined) yield check({ method, path, status, body: value }) ?? false;
  }

  return (request: FuzzRequest, answer: PlainAnswer): string[] =>
    [...faultsOf(request, answer)].filter((fault) => fault !== false);
}

const pathOf = (target: string): string => target.split('?', 1)[0] ?? '';

function pairsOf(target: string): (readonly [string, string | undefined])[] {
  const query = target.slice(pathOf(target).length + 1);
  return query.split('&').filter((pair) => pair !== '').map((pair) => {
    const [, name = '', value = ''] = /^([^=]*)=?([^]*)$/.exec(pair) ?? [];
    return [decoded(name) ?? name, decoded(value)] as const;
  }); // prettier-ignore
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
