import type {
  Client,
  TransportRequestOptions,
  TransportRequestParams,
} from '@elastic/elasticsearch';

type Send = (changed?: TransportRequestParams) => Promise<unknown>;

/**
 * Lets a test come between a client and Elasticsearch, at every request.
 * @param pass is given how to send the request, as it is or changed
 */
export function intercept(
  { transport }: Client,
  pass: (
    send: Send,
    request: TransportRequestParams,
    options: TransportRequestOptions | undefined,
  ) => Promise<unknown>,
): void {
  transport.request = new Proxy(transport.request.bind(transport), {
    apply(request, self, [sent, ...options]: Parameters<typeof transport.request>) {
      const send = async (changed = sent): Promise<unknown> => {
        const answer: unknown = await Reflect.apply(request, self, [changed, ...options]);
        return answer;
      };
      return pass(send, sent, options[0]);
    },
  });
}

/** Lets a test come between a client and Elasticsearch, at the first request that is meant. */
export function interceptOnce(
  client: Client,
  isMeant: (request: TransportRequestParams) => boolean,
  pass: (send: () => Promise<unknown>) => Promise<unknown>,
): void {
  let isDone = false;
  intercept(client, (send, request) => {
    if (isDone || !isMeant(request)) return send();
    isDone = true;
    return pass(send);
  });
}

/** Does something just before the first request to a path that ends so. */
export function beforeRequest(client: Client, end: string, work: () => Promise<unknown>): void {
  interceptOnce(
    client,
    ({ path }) => path.endsWith(end),
    async (send) => {
      await work();
      return send();
    },
  );
}

/**
 * Lets a test come between a client and Elasticsearch, at every bulk that holds a text.
 * @param pass is given how to send the bulk, as it is or with another body, and its body
 */
export function interceptBulks(
  client: Client,
  text: string,
  pass: (send: (other?: string) => Promise<unknown>, body: string) => Promise<unknown>,
): void {
  intercept(client, (send, request) => {
    const { bulkBody } = request;
    const body = Buffer.isBuffer(bulkBody) ? String(bulkBody) : bulkBody;
    if (typeof body !== 'string' || !body.includes(text)) return send();
    return pass((other = body) => send({ ...request, bulkBody: other }), body);
  });
}
