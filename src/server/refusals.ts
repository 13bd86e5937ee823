import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, headersTooLarge, invalidRequest } from '../errors.js';
import { errorBody } from '../middleware/errorAnswers.js';

/** The time a caller has to read the last answer of a connection; what it still sends is dropped. */
const LINGER_MS = 2_000;

interface UnreadError extends NodeJS.ErrnoException {
  /** The bytes that were read last. */
  readonly rawPacket?: Buffer;
}

const refusals = new WeakMap<IncomingMessage, ApiError>();

/** Notes why a request cannot be read. */
export function refuse(request: IncomingMessage, refusal: ApiError): void {
  refusals.set(request, refusal);
}

/** Returns why a request cannot be read; undefined if it can. */
export function refusalOf(request: IncomingMessage): ApiError | undefined {
  return refusals.get(request);
}

/**
 * Makes the listeners of a server for what Node hands over instead of reading it: what is no HTTP,
 * and `CONNECT`. The app answers both like every request, with `refusalOf` for what is none.
 *
 * @param listener the app.
 * @param latestOn finds the latest answer on a connection that is not sent to its end yet.
 */
export function unreadListeners(
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  latestOn: (socket: Socket) => ServerResponse | undefined,
) {
  const refused = new WeakSet<Socket>();

  function answerLast(request: IncomingMessage, socket: Socket): void {
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    response.setHeader('Connection', 'close');
    response.once('finish', () => {
      end(socket);
    });
    listener(request, response);
  }

  function clientError(error: UnreadError, socket: Socket): void {
    // Node tells the same fault again for all that comes after it.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const refusal = refusalFor(error);
    const latest = latestOn(socket);
    if (latest === undefined) {
      const request = new IncomingMessage(socket);
      // Whoever sends `HEAD` takes a body for something else; where it came in parts that is not known.
      request.method = error.rawPacket?.subarray(0, 5).toString('latin1') === 'HEAD ' ? 'HEAD' : '';
      refuse(request, refusal);
      answerLast(request, socket);
    } else if (latest.req.complete || latest.headersSent) endAfter(latest, socket);
    else refuseBody(latest, refusal);
  }

  function connect(request: IncomingMessage, socket: Socket): void {
    // Node takes no care of this connection any more.
    socket.on('error', () => socket.destroy()).resume();
    const latest = latestOn(socket);
    if (latest === undefined) answerLast(request, socket);
    else endAfter(latest, socket);
  }

  return { clientError, connect };
}

function refusalFor({ code }: NodeJS.ErrnoException): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const message = 'This request did not come to its end in time. Send it again.';
    return new ApiError(408, 'invalid_request', message);
  }
  return invalidRequest([], 'This is not a complete and well-formed HTTP request.');
}

/** Answers a request whose body cannot be read; the app, which may wait for it, logs that. */
function refuseBody(response: ServerResponse, refusal: ApiError): void {
  response.once('close', () => response.req.destroy());
  response.statusCode = refusal.status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Connection', 'close');
  response.end(errorBody(refusal, String(response.getHeader('X-Request-Id'))));
}

/** Closes a connection after its answers: one to what came then would be taken for theirs. */
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
