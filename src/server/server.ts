import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { MAX_HEADER_BYTES } from '../errors.js';
import { unparsedListeners } from './requestFaults.js';
import type { Stopping } from './stopping.js';

/** Longer than load balancers keep idle connections, so that they never write into a closed one. */
const KEEP_ALIVE_MS = 65_000;
const POLL_IDLE_MS = 100;
const QUIET_MS = 20;
const HELD_MS = 200;
/** A request has this time to be there, its body included. */
const REQUEST_WITHIN_MS = 10_000;
const CHECK_REQUESTS_EVERY_MS = 1_000;
/** A connection on which nothing moves for so long, in either direction, is closed. */
const SOCKET_TIMEOUT_MS = 30_000;

/** A server that answers also what is no HTTP with the error body of the API. */
export function createHttpServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  maxConnections = connectionsOfProcess(),
): Server {
  // The last answer of every connection, in the order of their last requests. A listener for the end of each answer
  // would cost more than all that is done with them here; so those that are sent are dropped now and then.
  const latest = new Map<Socket, ServerResponse | undefined>();
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    latest.delete(request.socket);
    latest.set(request.socket, response);
    answer(request, response);
  };
  // Node would refuse what lacks a `Host`, or expects what nobody knows, without a body of ours.
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
    requestTimeout: REQUEST_WITHIN_MS,
    headersTimeout: REQUEST_WITHIN_MS,
    connectionsCheckingInterval: CHECK_REQUESTS_EVERY_MS,
  };
  const server = createServer(options, listener).on('checkExpectation', listener);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // The app counts headers: of more than a number, Node would drop those that come after.
  server.maxHeadersCount = 0;
  // A caller who has sent all may close its sending half.
  Object.assign(server, { httpAllowHalfOpen: true });
  const latestOn = (socket: Socket): ServerResponse | undefined => {
    const response = latest.get(socket);
    // Not `writableFinished`, which is true a moment before the connection is free for another one.
    return response?.closed === true ? undefined : response;
  };
  const { clientError, connect } = unparsedListeners(listener, latestOn);
  server.on('clientError', clientError).on('connect', connect);
  server.on('connection', (socket) => {
    latest.set(socket, undefined);
    socket.once('close', () => latest.delete(socket));
    for (const other of latest.size > maxConnections ? latest.keys() : []) {
      if (other === socket || latestOn(other) !== undefined) continue;
      latest.delete(other);
      other.destroy();
      break;
    }
  });
  // Else connections that are kept alive, which anybody may open, would hold their last requests.
  const dropping = setInterval(() => {
    for (const [socket, response] of latest) if (response?.closed) latest.set(socket, undefined);
  }, CHECK_REQUESTS_EVERY_MS).unref();
  server.on('close', () => {
    clearInterval(dropping);
  });
  // Whoever reads nothing holds memory.
  server.setTimeout(SOCKET_TIMEOUT_MS);
  const closeIdleConnections = server.closeIdleConnections.bind(server);
  // To Node a connection is idle once its answer is complete, though not yet sent to its end.
  server.closeIdleConnections = () => {
    const isSending = [...latest].some(
      // Before an answer that is not made yet, another one may be under way.
      ([{ writableLength }, response]) =>
        writableLength > 0 || (response?.writableEnded && !response.closed),
    );
    if (!isSending) closeIdleConnections();
  };
  return server;
}

/** Returns how many connections a process may hold, by its limit of open files. */
function connectionsOfProcess(): number {
  // Else it looks up the names of all that this process is connected with.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } };
  };
  // The other files are for Elasticsearch, metrics and logs.
  return 0.75 * (Number(userLimits?.open_files?.soft) || Infinity);
}

/** Listens; resolves to the address that clients use. */
export function listen(server: Server, port: number, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      const actualPort = typeof address === 'object' && address !== null ? address.port : port;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`);
    });
  });
}

/**
 * Stops accepting, lets running requests finish for `graceMs`, then cuts what is left.
 *
 * @returns whether everything could finish.
 */
export async function drain(server: Server, stopping: Stopping, graceMs: number): Promise<boolean> {
  // A caller who gets no answer opens no new connection, which would be lost with the listener if
  // the system took it and this process did not yet.
  const release = stopping.holdAnswers();
  await untilNobodyComes(server);
  const closed = new Promise<boolean>((resolve) => {
    server.close(() => {
      resolve(true);
    });
  });
  release();
  // A connection that is kept alive becomes idle only when its request is answered.
  const idle = setInterval(() => {
    // Once everything that has arrived is read: what it belongs to is not idle.
    setImmediate(() => {
      server.closeIdleConnections();
    });
  }, POLL_IDLE_MS);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, graceMs, false);
  });
  const finished = await Promise.race([closed, late]);
  clearInterval(idle);
  clearTimeout(timer);
  server.closeAllConnections();
  return finished;
}

/** Resolves when no connection has come for a moment, or after a longer one. */
async function untilNobodyComes(server: Server): Promise<void> {
  const begun = performance.now();
  let accepted = 0;
  let before: number;
  const count = (): void => {
    accepted += 1;
  };
  server.on('connection', count);
  do {
    before = accepted;
    if (performance.now() - begun < HELD_MS) await sleep(QUIET_MS);
    // Node takes one connection from the system in each turn of the event loop.
    await immediate();
  } while (accepted > before && performance.now() - begun < 2 * HELD_MS);
  server.off('connection', count);
}
