import { errors } from '@elastic/elasticsearch';
import type { Logger } from 'pino';
import { explain } from '../../core/elasticsearch/explain.js';
import type { Watching } from './elasticsearchObserver.js';
import type { FailureKind } from '../search/failureKind.js';

/** These are of one request, and say nothing of the others. */
const OF_ONE_REQUEST: readonly FailureKind[] = ['no_index', 'blocked', 'refused'];

/** As long as it is believed to be well after its last answer: what is asked once a second comes twice. */
const BELIEVED_MS = 1_500;

/** Tells in the log once when Elasticsearch answers nothing any more, and once when it does again. */
export class ElasticsearchState implements Watching {
  readonly #logger: Logger;
  readonly #urls: readonly string[];
  #answeredAt = -Infinity;
  #lostAt: number | undefined;
  #failures = 0;

  constructor(logger: Logger, urls: readonly string[]) {
    this.#logger = logger;
    this.#urls = urls;
  }

  get isLost(): boolean {
    return this.#lostAt !== undefined;
  }

  answered(): void {
    const now = performance.now();
    this.#answeredAt = now;
    if (this.#lostAt === undefined) return;
    const awayMs = Math.round(now - this.#lostAt);
    this.#logger.info({ awayMs, failedRequests: this.#failures }, 'Elasticsearch answers again');
    this.#lostAt = undefined;
  }

  failed(kind: FailureKind, error: unknown): void {
    this.#failures += 1;
    if (OF_ONE_REQUEST.includes(kind) || this.#lostAt !== undefined) return;
    const now = performance.now();
    if (now - this.#answeredAt < BELIEVED_MS) return;
    this.#lostAt = now;
    this.#failures = 1;
    const meant = kind === 'timeout' ? new errors.TimeoutError('no answer in time') : error;
    const reason = explain(meant, this.#urls);
    this.#logger.warn({ kind, reason }, 'Elasticsearch does not answer');
  }
}
