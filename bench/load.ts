import autocannon from 'autocannon';
import type { Span } from './bench.js';
import { percentile } from './statistics.js';

/** Who asks what: the same connections and the same order of requests for everyone measured. */
export interface Load {
  url: string;
  requests: autocannon.Request[];
  headers?: Record<string, string>;
  /** Goes on meanwhile, and is not counted. */
  meanwhile?: Load;
}

export interface Speed {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** How it is asked, and how long. */
export interface Course {
  span: Span;
  connections: number;
  signal: AbortSignal;
}

/**
 * Sends requests over some connections, and half as many of what goes on meanwhile.
 * @throws when any answer was not 2xx or did not come: a figure of errors means nothing
 */
export async function measure(load: Load, course: Course): Promise<Speed> {
  const connections = course.connections / 2;
  const [speed] = await Promise.all([
    send(load, course),
    ...(load.meanwhile ? [send(load.meanwhile, { ...course, connections })] : []),
  ]);
  return speed;
}

async function send(load: Load, { span, connections, signal }: Course): Promise<Speed> {
  signal.throwIfAborted();
  const { url, requests, headers } = load;
  const responseTimesMs: number[] = [];
  let connected = 0;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      connections,
      ...span,
      ...(headers ? { headers } : {}),
      requests,
      // Every connection begins elsewhere in the list, or all would ask the same at one time.
      setupClient(client) {
        const start = Math.floor((connected * requests.length) / connections);
        connected += 1;
        client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
      },
    };
    const running = autocannon(options, (error: unknown, done) => {
      signal.removeEventListener('abort', stop);
      if (error instanceof Error) reject(error);
      else resolve(done);
    });
    const stop = (): void => {
      running.stop();
    };
    signal.addEventListener('abort', stop);
    // The library's own histogram counts whole milliseconds.
    running.on('response', (_client, _status, _bytes, responseTimeMs) => {
      responseTimesMs.push(responseTimeMs);
    });
  });
  signal.throwIfAborted();
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(
      `${url}: ${result.non2xx} answers not 2xx, ${result.errors} errors, ${result.timeouts} timeouts`,
    );
  }
  return {
    requestsPerSecond: responseTimesMs.length / result.duration,
    p50Ms: percentile(responseTimesMs, 50),
    p99Ms: percentile(responseTimesMs, 99),
  };
}
