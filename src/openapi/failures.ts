import * as errors from '../errors.js';
import { MAX_BATCH_BYTES, MAX_BODY_BYTES } from '../middleware/body.js';
import { errorBody } from '../middleware/errorAnswers.js';
import type { Access } from '../access/authentication.js';
import { ERROR_BODY, type Json, jsonSchema } from './schemas.js';

/** A kind of failure as the documentation tells it; the example is what our code answers. */
interface Failure {
  readonly name: string;
  readonly when: string;
  readonly example: errors.ApiError;
}

const EXAMPLE_REQUEST_ID = '3f0d9a52-7d0c-4b65-9d0f-4f1c2f9f5a11';

const invalidRequest: Failure = {
  name: 'InvalidRequest',
  when: 'A parameter is missing, malformed, out of range or given more than once; or a body is not a JSON object (of a batch, an array of 1 to 500), or has a member that is not known. `details` has one entry for every faulty one.',
  example: errors.invalidRequest([
    { path: 'lat', message: 'must be a plain decimal number from -90 to 90' },
    { path: 'lng', message: 'is required: `lat` and `lng` go together' },
  ]),
};
const unauthorized: Failure = {
  name: 'Unauthorized',
  when: 'There is no access token, or it is unknown, expired or revoked. Checked before the parameters.',
  example: errors.unauthorized(),
};
const forbidden: Failure = {
  name: 'Forbidden',
  when: 'The token is a public one, and everything under `/places/` and `/markers/` needs one of the internal scope; or it may not be used by pages of this `Origin`. Checked before the parameters.',
  example: errors.forbidden(),
};
/** Of what every token opens. */
const foreignOrigin: Failure = {
  name: 'ForeignOrigin',
  when: 'The token was made for pages of certain origins, and `Origin` names another one. What sends no `Origin` is not concerned: this hinders pages, and nobody who has read the token. Checked before the parameters.',
  example: errors.foreignOrigin(),
};
const notFound: Failure = {
  name: 'NotFound',
  when: 'The path is unknown. Paths are taken literally: case and a slash at the end count.',
  example: errors.notFound(),
};
const methodNotAllowed: Failure = {
  name: 'MethodNotAllowed',
  when: 'The path is known but does not take this method; `Allow` has those it takes.',
  example: errors.methodNotAllowed(['GET', 'HEAD', 'OPTIONS']),
};
const noMarker: Failure = {
  name: 'NoMarker',
  when: 'There is no marker with the id of a marker write.',
  example: errors.noMarker(),
};
const staleSeason: Failure = {
  name: 'StaleSeason',
  when: 'A marker update names a season older than the one in which the marker was built last.',
  example: errors.staleSeason(),
};
const payloadTooLarge: Failure = {
  name: 'PayloadTooLarge',
  when: `The body is longer than ${MAX_BODY_BYTES / 1_024} KiB, that of a batch longer than ${MAX_BATCH_BYTES / 1_024} KiB, as it is sent or when it is inflated.`,
  example: errors.payloadTooLarge(MAX_BODY_BYTES),
};
const unsupportedMediaType: Failure = {
  name: 'UnsupportedMediaType',
  when: 'The body is not declared as `application/json`, or as one in another charset than UTF-8, or coded in another way than gzip, deflate or br.',
  example: errors.unsupportedMediaType(),
};
const headersTooLarge: Failure = {
  name: 'HeadersTooLarge',
  when: `The request line and headers come to more than ${errors.MAX_HEADER_BYTES / 1_024} KiB, or there are more than ${errors.MAX_HEADERS} headers.`,
  example: errors.headersTooLarge(),
};
const rateLimited: Failure = {
  name: 'RateLimited',
  when: 'The token has sent more requests in this second than the operator allows, each location of a batch counted as one; `Retry-After` has the seconds to wait. Each process of the service counts for itself.',
  example: errors.rateLimited(100, 1, {
    'RateLimit-Policy': '"token";q=100;w=1',
    RateLimit: '"token";r=0;t=1',
  }),
};
const internal: Failure = {
  name: 'Internal',
  when: 'A defect of the service.',
  example: errors.internal(),
};
const unavailable: Failure = {
  name: 'Unavailable',
  when: 'Elasticsearch is away or slow, the service is overloaded, or the data is not ingested yet. `Retry-After` has the seconds to wait; the service recovers by itself.',
  example: errors.unavailable(),
};

/** Every failure that a caller can meet. */
export const FAILURES: readonly Failure[] = [
  invalidRequest,
  unauthorized,
  forbidden,
  foreignOrigin,
  notFound,
  noMarker,
  methodNotAllowed,
  staleSeason,
  payloadTooLarge,
  unsupportedMediaType,
  rateLimited,
  headersTooLarge,
  internal,
  unavailable,
];

/**
 * The failures of a route, as references by HTTP status.
 *
 * @param more codes of those that not every route may answer.
 */
export function failureResponses(
  access: Access,
  more: readonly errors.ErrorCode[] = [],
): Record<string, Json> {
  const refused = access === 'internal' ? forbidden : foreignOrigin;
  const failures = [
    invalidRequest,
    unauthorized,
    refused,
    methodNotAllowed,
    // A route is not an unknown path.
    ...FAILURES.filter((one) => one !== notFound && more.includes(one.example.code)),
    rateLimited,
    headersTooLarge,
    internal,
    unavailable,
  ];
  return Object.fromEntries(
    failures.map(({ name, example }) => [
      String(example.status),
      { $ref: `#/components/responses/${name}` },
    ]),
  );
}

/** Makes the components that `failureResponses` refers to. */
export function failureComponents(): Record<string, Json> {
  return Object.fromEntries(
    FAILURES.map(({ name, when, example }) => [
      name,
      {
        description: `\`${example.code}\`: ${when}`,
        headers: headersOf(example),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            example: JSON.parse(errorBody(example, EXAMPLE_REQUEST_ID)) as unknown,
          },
        },
      },
    ]),
  );
}

/** The schema of every failure's body. */
export function errorSchema(): Json {
  return jsonSchema(ERROR_BODY);
}

function headersOf(example: errors.ApiError): Record<string, Json> {
  const names = ['X-Request-Id', ...Object.keys(example.headers)];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
