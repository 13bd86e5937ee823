import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { MAX_HEADER_BYTES } from '../errors.js';
import { unparsedListeners } from './requestFaults.js';

/** Longer than load balancers keep idle connections, so that they never use a closed one. */
const KEEP_ALIVE_MS = 65_000;
const POLL_IDLE_MS = 100;
const QUIET_MS = 20;
const HELD_MS = 200;
/** The time in which a request, including its body, must arrive. */
const REQUEST_WITHIN_MS = 10_000;
const CHECK_REQUESTS_EVERY_MS = 1_000;
/** A connection without traffic for this long is closed. */
const SOCKET_TIMEOUT_MS = 30_000;

/** Creates a server that answers even malformed HTTP with the error body of the API. */
export function createHttpServer(
  answer: RequestListener,
  maxConnections = connectionsOfProcess(),
): Server {
  // The last answer of each connection, in the order of the last requests. Sent answers are dropped by a timer, because a
  // listener for the end of each answer would cost more. The order changes with every request, so answers must not be
  // values of this map: its outgrown tables keep their values in memory until a full garbage collection.
  const latest = new Map<Socket, { answer?: ServerResponse | undefined }>();
  const listener: RequestListener = (request, response) => {
    const { socket } = request;
    const last = latest.get(socket) ?? {};
    last.answer = response;
    latest.delete(socket);
    latest.set(socket, last);
    answer(request, response);
  };
  // Node would reject a missing `Host` or an unknown `Expect` without our error body.
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    requireHostHeader: false,
    requestTimeout: REQUEST_WITHIN_MS,
    headersTimeout: REQUEST_WITHIN_MS,
    connectionsCheckingInterval: CHECK_REQUESTS_EVERY_MS,
  };
  const server = createServer(options, listener).on('checkExpectation', listener);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // The app limits the headers. Node would silently drop those above a limit.
  server.maxHeadersCount = 0;
  // Clients may half-close the connection after their request.
  Object.assign(server, { httpAllowHalfOpen: true });
  const latestOn = (socket: Socket): ServerResponse | undefined => {
    const response = latest.get(socket)?.answer;
    // `writableFinished` is true a moment before the connection is free.
    return response?.closed === true ? undefined : response;
  };
  const { clientError, connect } = unparsedListeners(listener, latestOn);
  server.on('clientError', clientError).on('connect', connect);
  server.on('connection', (socket) => {
    latest.set(socket, {});
    socket.once('close', () => latest.delete(socket));
    for (const other of latest.size > maxConnections ? latest.keys() : []) {
      if (other === socket || latestOn(other) !== undefined) continue;
      latest.delete(other);
      other.destroy();
      break;
    }
  });
  // Otherwise kept-alive connections would hold their last requests in memory.
  const dropping = setInterval(() => {
    for (const last of latest.values()) if (last.answer?.closed) last.answer = undefined;
  }, CHECK_REQUESTS_EVERY_MS).unref();
  server.on('close', () => {
    clearInterval(dropping);
  });
  // A client that does not read holds memory.
  server.setTimeout(SOCKET_TIMEOUT_MS);
  const closeIdleConnections = server.closeIdleConnections.bind(server);
  // For Node a connection is idle when its answer is complete, even if it is not sent yet.
  server.closeIdleConnections = () => {
    // An earlier answer may still be in the socket.
    const isSending = [...latest.keys()].some(
      (socket) => socket.writableLength > 0 || latestOn(socket)?.writableEnded,
    );
    if (!isSending) closeIdleConnections();
  };
  return server;
}

/** Returns the maximum number of connections by the limit of open files. */
function connectionsOfProcess(): number {
  // Otherwise the report resolves the names of all peers.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } };
  };
  // The rest is for Elasticsearch, metrics and logs.
  return 0.75 * (Number(userLimits?.open_files?.soft) || Infinity);
}

/** Listens, and resolves to the URL for clients. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  await once(server.listen(port, host), 'listening');
  const address = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

/** The state of a process that is stopping. */
export class Stopping {
  hasBegun = false;
  /** Settles when answers may be sent. Undefined if they may be sent now. */
  held: Promise<void> | undefined;
}

/**
 * Stops accepting connections, and cuts requests that are still running after `graceMs`.
 * @returns whether all requests were finished
 */
export async function drain(server: Server, stopping: Stopping, graceMs: number): Promise<boolean> {
  const closed = once(server, 'close').then(() => true);
  // A client without answer opens no new connection. A connection that the system has accepted, but
  // this process has not, would be lost with the listener.
  stopping.held = noNewConnections(server).then(() => {
    server.close();
    stopping.held = undefined;
  });
  await stopping.held;
  // A kept-alive connection becomes idle when its request is answered.
  const idle = setInterval(() => {
    // After all input was read, because a connection with input is not idle.
    setImmediate(() => {
      server.closeIdleConnections();
    });
  }, POLL_IDLE_MS);
  const finished = await Promise.race([closed, sleep(graceMs, false, { ref: false })]);
  clearInterval(idle);
  server.closeAllConnections();
  return finished;
}

/** Resolves after a moment without new connections, or after a longer time. */
async function noNewConnections(server: Server): Promise<void> {
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
    // Node accepts one connection per turn of the event loop.
    await immediate();
  } while (accepted > before && performance.now() - begun < 2 * HELD_MS);
  server.off('connection', count);
}
