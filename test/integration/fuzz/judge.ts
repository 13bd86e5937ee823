import { brotliDecompressSync, unzipSync } from 'node:zlib';
import type { PlainAnswer } from '../../support/askPlainly.js';
import { documentedBy } from '../../support/documented.js';
import type { DocumentedResponse, OpenApi } from './document.js';
import { createExpected, decode, partsOf } from './expected.js';
import type { FuzzRequest } from './requests.js';

/** Says what is wrong with an answer; nothing: empty. */
export type Judge = (request: FuzzRequest, answer: PlainAnswer) => readonly string[];

const ON_ALL = ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'vary', 'cache-control'] as const; // prettier-ignore
const OPTIONAL = ['x-ignored-params'];
const REQUEST_ID = /^[\w.:=+/-]{1,128}$/;
/** What only somebody inside may see. */
const INSIDE =
  /node_modules|\.[jt]s:\d|\n\s+at |_exception|_search|Elasticsearch (?:said|answered)/;

/** Holds answers against the document that the API itself serves. */
export function createJudge(openApi: OpenApi): Judge {
  const expected = createExpected(openApi);
  const check = documentedBy(JSON.stringify(openApi));

  function documentedFor({ method, target }: FuzzRequest, status: number) {
    const { path } = partsOf(target);
    const name = method === 'HEAD' ? 'get' : method.toLowerCase();
    const response = openApi.paths[path]?.[name]?.responses[String(status)];
    return { path, response: response && resolved(openApi, response) };
  }

  function faultsOfBody(request: FuzzRequest, answer: PlainAnswer): string[] {
    const { method } = request;
    const { status = 0, headers, body } = answer;
    const isEmpty = method === 'HEAD' || status === 304 || status === 204;
    if (isEmpty) return body.length === 0 ? [] : ['there is a body'];
    if (status === 200 && !String(headers['content-type']).startsWith('application/json'))
      return [];
    const text = decoded(answer, request);
    if (text === undefined) return ['the body is in a coding that was not asked for'];
    if (headers['content-type'] !== 'application/json; charset=utf-8') return ['it is no JSON'];
    const value = JSON.parse(text) as { error?: { request_id: string } };
    const faults: string[] = [];
    if (status >= 400) {
      if (INSIDE.test(text)) faults.push(`it tells what is inside: ${text}`);
      const { request_id: id } = value.error ?? {};
      if (id !== headers['x-request-id']) faults.push('it has another request id');
    }
    const { path, response } = documentedFor(request, status);
    if (response === undefined) return faults;
    const fault = check({ method, path, status, body: value });
    return fault === undefined ? faults : [...faults, fault];
  }

  return (request, answer) => {
    const { status = 0, headers } = answer;
    const allowed = expected(request);
    const faults: string[] = [];
    if (!allowed.includes(status)) faults.push(`it is ${status}, not ${allowed.join(' or ')}`);
    for (const name of ON_ALL) if (headers[name] === undefined) faults.push(`it lacks ${name}`);
    if (headers['x-powered-by'] ?? headers.server) faults.push('it names its software');
    const { response } = documentedFor(request, status);
    for (const name of Object.keys(response?.headers ?? {}).map((each) => each.toLowerCase())) {
      const isMissing = headers[name] === undefined && !OPTIONAL.includes(name);
      if (isMissing) faults.push(`it lacks ${name}`);
    }
    faults.push(...faultsOfHeaders(request, answer));
    if (status === 200) faults.push(...faultsOfIgnored(openApi, request, answer));
    return [...faults, ...faultsOfBody(request, answer)];
  };
}

function resolved(openApi: OpenApi, response: DocumentedResponse): DocumentedResponse {
  const name = response.$ref?.split('/').at(-1);
  return name === undefined ? response : (openApi.components.responses[name] ?? {});
}

function faultsOfHeaders({ method, headers: sent }: FuzzRequest, answer: PlainAnswer): string[] {
  const { status = 0, headers } = answer;
  const faults: string[] = [];
  const given = sent['X-Request-Id'];
  const id = String(headers['x-request-id']);
  if (!REQUEST_ID.test(id)) faults.push(`its request id is ${id}`);
  // Without headers that could be read there is no id to keep.
  const isKept = typeof given === 'string' && REQUEST_ID.test(given) && status !== 431;
  if (isKept && status !== 400 && id !== given) faults.push('it has not kept the request id');
  if (status >= 400 && headers['cache-control'] !== 'no-store') faults.push('it may be kept');
  if (status === 401 && headers['www-authenticate'] !== 'Bearer') faults.push('it names no scheme');
  if (status === 405 && headers.allow === undefined) faults.push('it names no methods');
  // What a page sends with OPTIONS is a preflight.
  const hasOrigin = sent.Origin !== undefined && method !== 'OPTIONS' && status !== 431;
  if (hasOrigin && headers['access-control-allow-origin'] === undefined && status !== 400)
    faults.push('a page could not read it');
  for (const [name, value] of Object.entries(headers))
    if (!/^[\t\x20-\x7e]*$/.test(String(value))) faults.push(`${name} is not ASCII`);
  return faults;
}

/** Parameters that are not known are named in a header, and only they. */
function faultsOfIgnored(openApi: OpenApi, { method, target }: FuzzRequest, answer: PlainAnswer): string[] { // prettier-ignore
  const { path, query } = partsOf(target);
  const operations = openApi.paths[path];
  const operation = operations?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  if (operation === undefined || path.startsWith('/health/')) return [];
  const known = (operation.parameters ?? []).map(({ name }) => name);
  const names = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => pair.split('=', 1)[0] ?? '')
    .map((name) => decode(name) ?? name);
  const unknown = [...new Set(names.filter((name) => !known.includes(name)))];
  const wanted = unknown.map((name) => encodeURIComponent(name.toWellFormed())).join(', ');
  const told = answer.headers['x-ignored-params'] ?? '';
  return told === wanted.slice(0, 1_000).trimEnd() ? [] : [`X-Ignored-Params is ${String(told)}, not ${wanted}`];
} // prettier-ignore

/** Returns the text of a body; undefined if it is coded as nobody asked. */
function decoded({ headers, body }: PlainAnswer, request: FuzzRequest): string | undefined {
  const coding = headers['content-encoding'];
  if (coding === undefined) return body.toString();
  const accepted = String(request.headers['Accept-Encoding'] ?? '').toLowerCase();
  if (!accepted.includes(coding) && !accepted.includes('*')) return undefined;
  return (coding === 'br' ? brotliDecompressSync(body) : unzipSync(body)).toString();
}
