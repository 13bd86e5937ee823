import type { IncomingMessage } from 'node:http';
import { errors } from '@elastic/elasticsearch';
import type { Logger } from 'pino';
import { describeAnswer } from '../../core/elasticsearch/failures.js';
import type { ApiError } from '../errors.js';
import type { RequestCounts } from './metrics/requests.js';
import type { Trace } from './trace.js';
import type { Caller } from '../access/tokens/caller.js';
import { Episodes } from './episodes.js';
import { createIsLogged, type LoggedRequests } from './loggedRequests.js';
import { reasonOf } from './reason.js';
import type { Begun } from './requestLog.js';
import { pathOf } from '../middleware/target.js';

/** What is known of a request when it is answered. */
export interface Ended {
  readonly status: number;
  /** The template of its path; `unmatched` where there is none. */
  readonly route: string;
  /** True if its answer was kept. */
  readonly wasKept: boolean;
  /** Once its token was accepted. */
  readonly caller?: Caller | undefined;
  /** Of an answer other than success. */
  readonly refusal?: ApiError | undefined;
  /** Absent: Elasticsearch was not asked. */
  readonly trace?: Trace | undefined;
}

/** Counts a request, and writes its line. */
export type TellRequest = (req: IncomingMessage, begun: Begun, ended: Ended) => void;

export interface TellerOptions {
  readonly logger: Logger;
  readonly counts: RequestCounts;
  /** A request that takes so long is told as slow; 0: none is. */
  readonly slowRequestMs: number;
  readonly logRequests: LoggedRequests;
}

const RATE_LIMITED = 429;

/** What is written of every request. */
interface Line {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly client: string;
  /** Left out of the line where there is none, like the id. */
  readonly token: string | undefined;
  readonly tokenId: string | undefined;
}

/**
 * Makes what counts requests and writes a line for each. The query string is left out, for it is the
 * caller's own; so is the token, of which only its name and id are written. What makes many requests
 * fail is told once, on a line of its own; those of the requests are not louder for it.
 */
export function createRequestTeller(options: TellerOptions): TellRequest {
  const { logger, counts, slowRequestMs } = options;
  const episodes = new Episodes(logger);
  const isLogged = createIsLogged(options.logRequests);

  /** Counts why a request was refused, and returns what its line tells of that. */
  function refused({ requestId, path, status }: Line, refusal: ApiError): object {
    const reason = reasonOf(refusal);
    counts.addRefusal(reason);
    if (status === 500) return { reason, err: refusal.cause ?? refusal };
    const cause = causeOf(refusal);
    // Whoever asks for readiness wants to be told that it is not there.
    if ((status > 500 || status === RATE_LIMITED) && reason !== 'not_ready')
      episodes.add(reason, { requestId, path, cause });
    return status > 500 ? { reason, cause } : { reason };
  }

  return (req, { requestId, client, since }, ended) => {
    const { status, route, wasKept, caller, refusal, trace } = ended;
    const method = req.method ?? '';
    const durationMs = performance.now() - since;
    counts.add(route, method, status, wasKept, durationMs);
    const line: Line = {
      requestId,
      method,
      path: shortened(pathOf(req)),
      status,
      durationMs: round(durationMs),
      client,
      token: caller?.name,
      tokenId: caller?.id,
    };
    const isSlow = slowRequestMs > 0 && durationMs >= slowRequestMs;
    // Counted and noted as an outage, also if the request is not logged.
    const reasons = refusal && refused(line, refusal);
    if (!isLogged(status, isSlow)) return;
    const more = { ...line, ...reasons, ...(isSlow && partsOf(durationMs, trace)) };
    if (status === 500) logger.error(more, 'request');
    // Where Elasticsearch hangs, all are slow, and that is told already.
    else if (isSlow && status < 500) logger.warn(more, 'slow request');
    else logger.info(more, 'request');
  };
}

/** Longer texts of Elasticsearch repeat themselves. */
const MOST_CHARACTERS = 300;

function causeOf({ cause }: ApiError): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const isAnswer = cause instanceof errors.ResponseError;
  // What is not of Elasticsearch, as the page of a proxy, has a status at least.
  const message = isAnswer
    ? `${cause.statusCode ?? 0} ${describeAnswer(cause.body)}`
    : cause.message;
  return `${cause.name}: ${message}`.slice(0, MOST_CHARACTERS);
}

/** Tells where the time of a request went; what was done side by side counts several times. */
function partsOf(durationMs: number, trace: Trace | undefined): Record<string, number> {
  if (trace === undefined) return {};
  const { queuedMs, tookMs, transportMs, requests } = trace;
  return {
    queuedMs: round(queuedMs),
    elasticsearchMs: round(tookMs),
    transportMs: round(transportMs),
    otherMs: round(Math.max(0, durationMs - queuedMs - tookMs - transportMs)),
    elasticsearchRequests: requests,
  };
}

const round = (ms: number): number => Math.round(ms * 100) / 100;

/** Ours are shorter; of what anybody may ask, no more fills the log. */
const MOST_PATH_CHARACTERS = 200;

function shortened(path: string): string {
  return path.length > MOST_PATH_CHARACTERS ? `${path.slice(0, MOST_PATH_CHARACTERS)}…` : path;
}
