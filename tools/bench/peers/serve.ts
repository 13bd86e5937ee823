import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Tells the bench, which started this process, where it listens; ends with the bench. */
export function serve(listener: RequestListener): void {
  process.once('disconnect', () => process.exit());
  const server = createServer(listener).listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.send?.({ url: `http://127.0.0.1:${port}` });
  });
}

/** Answers questions by location with what is found, as JSON. */
export function serveAt(
  find: (at: { lat: number; lng: number }, query: URLSearchParams) => unknown,
): void {
  serve((request, response) => {
    const query = new URLSearchParams((request.url ?? '').split('?')[1]);
    const found = find({ lat: Number(query.get('lat')), lng: Number(query.get('lng')) }, query);
    const body = JSON.stringify({ data: found ?? null });
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
}
