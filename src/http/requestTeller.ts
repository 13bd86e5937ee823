import type { IncomingMessage } from 'node:http';
import { errors } from '@elastic/elasticsearch';
import type { Logger } from 'pino';
import { describeAnswer } from '../../elasticsearch/failures.js';
import type { ApiError } from '../errors.js';
import type { RequestCounts } from '../metrics/requests.js';
import type { Trace } from '../store/trace.js';
import type { Caller } from '../tokens/caller.js';
import { Episodes } from './episodes.js';
import { reasonOf } from './reason.js';
import type { Begun } from './requestLog.js';

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
}

/** Failures that say nothing new of the service: whoever asks for readiness wants to be told so. */
const NO_EPISODE = ['not_ready', 'internal'];
const RATE_LIMITED = 429;

/**
 * Makes what counts requests and writes a line for each. The query string is left out, for it is the
 * caller's own; so is the token, of which only its name and id are written. What makes many requests
 * fail is told once, on a line of its own; those of the requests are not louder for it.
 */
export function createRequestTeller({ logger, counts, slowRequestMs }: TellerOptions): TellRequest {
  const episodes = new Episodes(logger);
  return (req, { requestId, client, since }, ended) => {
    const { status, route, wasKept, caller, refusal, trace } = ended;
    const method = req.method ?? '';
    const path = pathOf(req);
    const durationMs = performance.now() - since;
    counts.add(route, method, status, wasKept, durationMs);
    const line: Record<string, unknown> = {
      requestId,
      method,
      path,
      status,
      durationMs: round(durationMs),
      client,
      // Left out of the line where there is none.
      token: caller?.name,
      tokenId: caller?.id,
    };
    if (refusal !== undefined) {
      const reason = reasonOf(refusal);
      counts.addRefusal(reason);
      line.reason = reason;
      const cause = causeOf(refusal);
      const isEpisode = status > 500 || status === RATE_LIMITED;
      if (isEpisode && !NO_EPISODE.includes(reason))
        episodes.add(reason, { requestId, path, cause });
      if (status > 500) line.cause = cause;
      else if (status === 500) line.err = refusal.cause ?? refusal;
    }
    const isSlow = slowRequestMs > 0 && durationMs >= slowRequestMs;
    if (isSlow) Object.assign(line, partsOf(durationMs, trace));
    if (status === 500) logger.error(line, 'request');
    // Where Elasticsearch hangs, all are slow, and that is told already.
    else if (isSlow && status < 500) logger.warn(line, 'slow request');
    else logger.info(line, 'request');
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

// Without the parsing that could fail, and without the query.
function pathOf({ url = '' }: IncomingMessage): string {
  const queryAt = url.indexOf('?');
  const path = queryAt === -1 ? url : url.slice(0, queryAt);
  return path.length > MOST_PATH_CHARACTERS ? `${path.slice(0, MOST_PATH_CHARACTERS)}…` : path;
}
