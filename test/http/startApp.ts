import { setTimeout as sleep } from 'node:timers/promises';
import Joi from 'joi';
import type { AppDependencies } from '../../src/app.js';
import { NoSuchIndex, unavailable } from '../../src/errors.js';
import { objectSchema } from '../../src/lookups/answers.js';
import { batch, type Endpoint, lookup, write } from '../../src/lookups/endpoint.js';
import { bodyJoi, documented, idList, listedText, queryJoi } from '../../src/parameters/joi.js';
import {
  idRules,
  optional,
  type ParametersOf,
  parameterRules,
} from '../../src/parameters/rules.js';
import { language, token } from '../../src/parameters/shared.js';
import type { Caller } from '../../src/access/tokens/token.js';
import { Gate } from '../support/gate.js';
import { startServer, type TestServer } from '../support/server.js';

export type { TestServer };

const CALLERS: Record<string, Caller> = {
  'public-token': { id: 'id-public', name: 'widget', scope: 'public' },
  'internal-token': { id: 'id-internal', name: 'game', scope: 'internal' },
};

export const PUBLIC = { Authorization: 'Bearer public-token' };
export const INTERNAL = { Authorization: 'Bearer internal-token' };

/** The text that `/test/fail` throws. Callers must not see it. */
export const SECRET = 'select * from secrets';

const limit = documented(optional(queryJoi.number().integer().min(1)), {
  meaning: 'limit',
  rule: 'an integer of at least 1',
  example: 10,
});

const rules = parameterRules({ token, limit, lang: language }, (query) => query);

/** Makes a lookup that answers with this data. */
function route(name: string, data: (query: ParametersOf<typeof rules>) => unknown): Endpoint {
  return lookup({
    path: `/test/${name}`,
    summary: name,
    description: name,
    parameters: rules,
    data: Joi.any(),
    beside: 'missing',
    example: { query: { token: 'a' }, answer: { data: [] } },
    handle: async (query) => ({
      data: await data(query),
      missing: name === 'missing' ? ['a', 'b'] : [],
    }),
  });
}

/** The bodies that `WRITE_PATH` accepted, the latest last. */
export const written: { id: string; count: number }[] = [];

export const WRITE_PATH = '/markers/write';

const members = parameterRules(
  {
    id: documented(bodyJoi.string().required(), { meaning: 'id', rule: 'a text', example: 'a' }),
    count: documented(bodyJoi.number().integer().min(0).default(0), {
      meaning: 'count',
      rule: 'an integer of at least 0',
      example: 1,
    }),
  },
  (body) => body,
);

const writeRoute = write({
  path: WRITE_PATH,
  summary: 'write',
  description: 'write',
  body: members,
  errorCodes: [],
  example: { body: { id: 'a' } },
  handle: (body) => {
    written.push(body);
    return Promise.resolve();
  },
});

/** Lookups of `/test/held`, and batches with an element of this count, wait here. */
export const gate = new Gate();
export const HELD = 1_000_000;

export const BATCH_PATH = '/test/batch';

/** The signals and deadlines that batches got, the latest last. */
export const stops: AbortSignal[] = [];
export const deadlines: number[] = [];

const batchRoute = batch({
  path: BATCH_PATH,
  summary: 'batch',
  description: 'batch',
  parameters: parameterRules({ lang: language }, (query) => query),
  element: members,
  data: objectSchema('Element', {}),
  example: { body: [{ id: 'a' }], answer: { data: [] } },
  // An element may ask for a pause, or to be held.
  handle: async (elements, live, deadline, stop) => {
    stops.push(stop);
    deadlines.push(deadline);
    const pauseMs = Math.max(...elements.map(({ count }) => count));
    await (pauseMs === HELD ? gate.pass() : sleep(pauseMs));
    const isSwapped = elements.some(({ id }) => id === 'swapped');
    if (isSwapped && live.version([]) !== undefined) throw new NoSuchIndex();
    return elements;
  },
});

const ROUTES: readonly Endpoint[] = [
  route('echo', (query) => query),
  route('missing', () => []),
  lookup({
    path: '/test/spoken',
    summary: 'spoken',
    description: 'spoken',
    parameters: rules,
    data: Joi.any(),
    example: { query: { token: 'a' }, answer: { data: [] } },
    reads: [{ resource: 'cities' }],
    usesLanguages: ({ limit }) => limit !== undefined,
    handle: () => Promise.resolve({ data: [] }),
  }),
  route('big', ({ limit = 0 }) => 'é'.repeat(limit)),
  lookup({
    path: '/test/dear',
    summary: 'dear',
    description: 'dear',
    parameters: rules,
    data: Joi.any(),
    example: { query: { token: 'a' }, answer: { data: [] } },
    cost: ({ limit = 1 }, isDerived) => (isDerived ? 1 : limit - 0.5),
    fromCache: ({ token: text }) => (text === 'cached' ? { data: [] } : undefined),
    reads: [{ resource: 'cities' }],
    handle: () => Promise.resolve({ data: [] }),
  }),
  lookup({
    path: '/test/ids',
    summary: 'ids',
    description: 'ids',
    parameters: idRules('ids_of', idList(listedText, { meaning: 'ids', rule: 'ids', example: 'a' }), {}, (ids) => ({ ids })), // prettier-ignore
    data: Joi.any(),
    example: { query: { ids_of: 'a' }, answer: { data: [] } },
    cost: ({ ids }, isDerived) => (isDerived ? 1 : ids.length),
    reads: [{ resource: 'cities' }],
    handle: ({ ids }) => Promise.resolve({ data: ids }),
  }),
  route('slow', ({ limit = 0 }) => sleep(limit, limit)),
  route('held', () => gate.pass()),
  route('fail', () => Promise.reject(new Error(SECRET))),
  route('away', () => Promise.reject(unavailable({ headers: { 'Retry-After': '7' }, cause: new Error(SECRET) }))), // prettier-ignore
  writeRoute,
  batchRoute,
];

/** Starts a server with these small routes. */
export function startApp(
  settings: Partial<AppDependencies['settings']> = {},
  dependencies: Partial<AppDependencies> = {},
): Promise<TestServer> {
  return startServer(settings, {
    endpoints: ROUTES,
    verifyToken: (text) => Promise.resolve(CALLERS[text]),
    ...dependencies,
  });
}

interface ErrorBody {
  readonly status: string;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details?: readonly { path: string; message: string }[];
    readonly request_id: string;
  };
}

/** Returns the error of an answer, after a check of the fixed parts of its body. */
export async function errorOf(response: Response): Promise<ErrorBody['error']> {
  const { status, error, ...rest } = (await response.json()) as ErrorBody;
  if (status !== 'error' || Object.keys(rest).length > 0) throw new Error('not an error body');
  if (error.request_id !== response.headers.get('X-Request-Id')) throw new Error('another id');
  return error;
}
