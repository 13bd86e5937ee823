import type { Access } from '../access/authentication.js';
import * as errors from '../errors.js';
import { errorBody } from '../http/reply.js';
import {
  DOCUMENTS_PER_REQUEST,
  FUZZY_COST,
  IDS_PER_REQUEST,
  LISTED_PER_REQUEST,
  LOCATED_COST,
} from '../lookups/endpoint.js';
import { MAX_BATCH_BYTES, MAX_BODY_BYTES } from '../middleware/body.js';
import { answerSchema, ERROR_BODY, headersOf, type Json } from './schemas.js';

interface Failure {
  readonly when: string;
  /** The error that our code answers. */
  readonly example: errors.ApiError;
}

/** How requests count towards the limit of a token. */
const COUNTING = `a cached answer counts as one request, \`/search\` and \`match=fuzzy\` as ${FUZZY_COST}, what is at a point, or near it by name, as ${LOCATED_COST}, each location of a batch as one, ${IDS_PER_REQUEST} ids or lands as one (lands by ids that are far apart more), and a list as one for each ${LISTED_PER_REQUEST} results that its limit allows, or ${DOCUMENTS_PER_REQUEST} that are skipped or usual.`;

const EXAMPLE_REQUEST_ID = '3f0d9a52-7d0c-4b65-9d0f-4f1c2f9f5a11';

/** Every failure that a caller can meet, by the name of its component. */
export const FAILURES = {
  InvalidRequest: {
    when: 'A parameter is missing, malformed, out of range or given more than once; or a body is not a JSON object (for a batch, not an array of 1 to 500), or has an unknown member. `details` has one entry for every faulty one.',
    example: errors.invalidRequest([
      { path: 'lat', message: 'must be a number from -90 to 90' },
      { path: 'lng', message: 'is required: `lat` and `lng` go together' },
    ]),
  },
  Unauthorized: {
    when: 'There is no access token, or it is unknown, expired or revoked. Checked before the parameters.',
    example: errors.UNAUTHORIZED,
  },
  Forbidden: {
    when: 'The token is public, and everything under `/places/` and `/markers/` needs an internal one; or pages of this `Origin` may not use the token; or it is a development token, and `Host` is not a name of this machine. Checked before the parameters.',
    example: errors.FORBIDDEN,
  },
  /** Possible on routes that every token opens. */
  ForeignOrigin: {
    when: 'The token was made for pages of certain origins, and `Origin` names another one. A request without `Origin` is let through: the check stops pages, not anyone who has the token. A development token also needs a `Host` that is a name of this machine. Checked before the parameters.',
    example: errors.FOREIGN_ORIGIN,
  },
  NotFound: {
    when: 'The path is unknown. Paths are taken literally: case and a slash at the end count.',
    example: errors.NOT_FOUND,
  },
  NoMarker: { when: 'No marker has the id of a marker write.', example: errors.NO_MARKER },
  MethodNotAllowed: {
    when: 'The path is known but does not take this method. `Allow` lists the methods it takes.',
    example: errors.methodNotAllowed(['GET', 'HEAD', 'OPTIONS']),
  },
  StaleSeason: {
    when: 'The season of a marker update is older than the season of the last build.',
    example: errors.STALE_SEASON,
  },
  PayloadTooLarge: {
    when: `The body, as sent or inflated, is longer than ${MAX_BODY_BYTES / 1_024} KiB, or the body of a batch or of a lookup by ids is longer than ${MAX_BATCH_BYTES / 1_024} KiB.`,
    example: errors.payloadTooLarge(MAX_BODY_BYTES),
  },
  UnsupportedMediaType: {
    when: 'The body is not declared as `application/json`, or its charset is not UTF-8, or its coding is not gzip, deflate or br.',
    example: errors.UNSUPPORTED_MEDIA_TYPE,
  },
  RateLimited: {
    when: `The token has sent more requests in this second than the operator allows: ${COUNTING} Or its batch waited 2 s, or its large result or search with typing errors half a second, for others of the token. \`Retry-After\` has the seconds to wait. Each process of the service counts for itself.`,
    example: errors.rateLimited(100, 1, 1, {
      'RateLimit-Policy': '"token";q=100;w=1',
      RateLimit: '"token";r=0;t=1',
    }),
  },
  HeadersTooLarge: {
    when: `The request line and headers are longer than ${errors.MAX_HEADER_BYTES / 1_024} KiB together, or there are more than ${errors.MAX_HEADERS} headers.`,
    example: errors.HEADERS_TOO_LARGE,
  },
  Internal: { when: 'Internal error.', example: errors.internal() },
  Unavailable: {
    when: 'Elasticsearch is away or slow, the service is overloaded, or the data is not ingested yet. `Retry-After` has the seconds to wait. The service recovers by itself.',
    example: errors.unavailable(),
  },
} as const satisfies Readonly<Record<string, Failure>>;

type FailureName = keyof typeof FAILURES;

const ENTRIES = Object.entries(FAILURES) as [FailureName, Failure][];

/** The failures of every route, in the order of the document. */
const ON_EVERY_ROUTE: readonly FailureName[] = [
  'InvalidRequest', 'Unauthorized', 'MethodNotAllowed', 'RateLimited', 'HeadersTooLarge', 'Internal', 'Unavailable',
]; // prettier-ignore

/**
 * Returns references to the failures of a route, by HTTP status.
 * @param more codes of failures that not every route has
 */
export function failureResponses(
  access: Access,
  more: readonly errors.ErrorCode[] = [],
): Record<string, Json> {
  const rejection = access === 'internal' ? 'Forbidden' : 'ForeignOrigin';
  const own = ENTRIES.filter(
    // The path of a route is known.
    ([name, { example }]) => name !== 'NotFound' && more.includes(example.code),
  ).map(([name]) => name);
  return Object.fromEntries(
    [...ON_EVERY_ROUTE, rejection as FailureName, ...own].map((name) => [
      String(FAILURES[name].example.status),
      responseRef(name),
    ]),
  );
}

export const responseRef = (name: FailureName): Json => ({
  $ref: `#/components/responses/${name}`,
});

/** Returns the components that `failureResponses` refers to. */
export function failureComponents(): Record<string, Json> {
  // The paths of the document are known.
  const used = ENTRIES.filter(([name]) => name !== 'NotFound');
  return Object.fromEntries(
    used.map(([name, { when, example }]) => [
      name,
      {
        description: `\`${example.code}\`: ${when}`,
        headers: headersOf('X-Request-Id', ...Object.keys(example.headers)),
        content: {
          'application/json': {
            schema: answerSchema(ERROR_BODY),
            example: JSON.parse(errorBody(example, EXAMPLE_REQUEST_ID)) as unknown,
          },
        },
      },
    ]),
  );
}

/** Returns the rows of a Markdown table of all failures. */
export function failureRows(): string {
  return ENTRIES.map(
    ([, { example, when }]) => `| ${example.status} | \`${example.code}\` | ${when} |`,
  ).join('\n');
}
