import type { Client } from '@elastic/elasticsearch';

/**
 * Lets a test come between an ingestion and Elasticsearch, at every bulk that holds a text.
 * @param pass is given how to send the bulk, as it is or with another body, and its body
 */
export function interceptBulks(
  { transport }: Client,
  text: string,
  pass: (send: (other?: string) => Promise<unknown>, body: string) => Promise<unknown>,
): void {
  transport.request = new Proxy(transport.request.bind(transport), {
    apply(request, self, parameters: Parameters<typeof transport.request>) {
      const [sent, ...options] = parameters;
      const body = Buffer.isBuffer(sent.bulkBody) ? String(sent.bulkBody) : sent.bulkBody;
      const send = (other = body): Promise<unknown> =>
        Reflect.apply(request, self, [
          other === undefined ? sent : { ...sent, bulkBody: other },
          ...options,
        ]);
      const isMeant = typeof body === 'string' && body.includes(text);
      return isMeant ? pass(send as (other?: string) => Promise<unknown>, body) : send();
    },
  });
}
