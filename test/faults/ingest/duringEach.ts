import { type Client, errors, type TransportRequestParams } from '@elastic/elasticsearch';
import { intercept } from '../../support/interceptOnce.js';

/**
 * Comes between a run and Elasticsearch at the first request of every kind, but at the very first
 * one, which tells a run that Elasticsearch is there.
 * @returns the kinds of requests it came between
 */
export async function duringEach(
  client: Client,
  pass: (send: () => Promise<unknown>) => Promise<unknown>,
  run: () => Promise<unknown>,
): Promise<string[]> {
  const { transport } = client;
  const direct = transport.request.bind(transport);
  const kinds: string[] = [];
  let isReached = false;
  intercept(client, async (send, request) => {
    const kind = kindOf(request);
    if (kinds.includes(kind)) return send();
    if (isReached) {
      kinds.push(kind);
      return pass(send);
    }
    const answer = await send();
    isReached = true;
    return answer;
  });
  try {
    await run();
  } finally {
    transport.request = direct;
  }
  return kinds;
}

const kindOf = ({ method, path }: TransportRequestParams): string =>
  `${method} ${path.replace(/t[0-9a-f]{10}-/, '').replace(/-g\w+/, '')}`;

/** Returns Elasticsearch's answer that it cannot do this now. */
export const refusal = (
  statusCode: number,
  headers = {},
  type = 'circuit_breaking_exception',
): errors.ResponseError =>
  new errors.ResponseError({
    ...{ statusCode, headers, warnings: null, meta: {} as never },
    body: { error: { type, reason: 'too much' } },
  });

/** Lets a request be done, but its answer not arrive. */
export async function loseAnswer(send: () => Promise<unknown>): Promise<never> {
  await send();
  throw new errors.ConnectionError('the answer was lost');
}
