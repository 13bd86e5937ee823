import type { Client, TransportRequestParams } from '@elastic/elasticsearch';

/**
 * Lets a test come between a client and Elasticsearch, at the first request that is meant.
 * @param pass is given how to send the request
 */
export function interceptOnce(
  { transport }: Client,
  isMeant: (request: TransportRequestParams) => boolean,
  pass: (send: () => Promise<unknown>) => Promise<unknown>,
): void {
  let isDone = false;
  transport.request = new Proxy(transport.request.bind(transport), {
    apply(request, self, parameters: Parameters<typeof transport.request>): Promise<unknown> {
      const send = async (): Promise<unknown> => {
        const answer: unknown = await Reflect.apply(request, self, parameters);
        return answer;
      };
      if (isDone || !isMeant(parameters[0])) return send();
      isDone = true;
      return pass(send);
    },
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
