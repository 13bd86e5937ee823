import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, HEADERS_TOO_LARGE, invalidRequest } from '../errors.js';
import { errorBody } from '../http/reply.js';
import { requestFaults } from '../http/target.js';

/** The time to read the last answer of a connection. What the caller still sends is dropped. */
const LINGER_MS = 2_000;

interface ClientError extends NodeJS.ErrnoException {
  /** The bytes that were read last. */
  readonly rawPacket?: Buffer;
}

/**
 * Creates the listeners for requests that Node does not parse: malformed HTTP, and `CONNECT`. The
 * app answers these like all others, with the error in `requestFaults`.
 *
 * @param latestOn returns the latest answer on a connection that is not sent completely
 */
export function unparsedListeners(
  listener: RequestListener,
  latestOn: (socket: Socket) => ServerResponse | undefined,
) {
  const rejected = new WeakSet<Socket>();

  function answerLast(request: IncomingMessage, socket: Socket): void {
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    response.setHeader('Connection', 'close');
    response.once('finish', () => {
      end(socket);
    });
    listener(request, response);
  }

  function clientError(error: ClientError, socket: Socket): void {
    // Node reports the same error again for all bytes that follow.
    if (rejected.has(socket)) return;
    rejected.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const fault = faultOfClientError(error);
    const latest = latestOn(socket);
    if (latest === undefined) {
      const request = new IncomingMessage(socket);
      // An answer to `HEAD` must have no body.
      request.method = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ' ? 'HEAD' : '';
      requestFaults.set(request, fault);
      answerLast(request, socket);
    } else if (latest.req.complete || latest.headersSent) endAfter(latest, socket);
    else rejectBody(latest, fault);
  }

  function connect(request: IncomingMessage, socket: Socket): void {
    // Node no longer manages this connection.
    socket.on('error', () => socket.destroy()).resume();
    const latest = latestOn(socket);
    if (latest === undefined) answerLast(request, socket);
    else endAfter(latest, socket);
  }

  return { clientError, connect };
}

function faultOfClientError({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return HEADERS_TOO_LARGE;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError('invalid_request', 'The request was not complete in time. Send it again.', { status: 408 }); // prettier-ignore
  return invalidRequest([], 'This is not a complete and well-formed HTTP request.');
}

/** Answers a request whose body cannot be read. The app, which may wait for it, logs the answer. */
function rejectBody(response: ServerResponse, fault: ApiError): void {
  response.once('close', () => response.req.destroy());
  response.statusCode = fault.status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Connection', 'close');
  response.end(errorBody(fault, String(response.getHeader('X-Request-Id'))));
}

/** Closes a connection after its answers: a further answer would be taken for one of those. */
function endAfter(response: ServerResponse, socket: Socket): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
  response.once('close', () => {
    end(socket);
  });
}

function end(socket: Socket): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => {
    clearTimeout(timer);
  });
}
