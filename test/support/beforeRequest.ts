import type { Client } from '@elastic/elasticsearch';

/** Does something once, just before the client sends a request to a path that ends so. */
export function beforeRequest(
  { transport }: Client,
  end: string,
  work: () => Promise<unknown>,
): void {
  let isDone = false;
  transport.request = new Proxy(transport.request.bind(transport), {
    async apply(request, self, parameters: Parameters<typeof transport.request>) {
      if (!isDone && parameters[0].path.endsWith(end)) {
        isDone = true;
        await work();
      }
      const answer: unknown = await Reflect.apply(request, self, parameters);
      return answer;
    },
  });
}
