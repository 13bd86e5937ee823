import { type Distribution, durations } from './durations.js';

/** How a request was answered: by what was kept, by Elasticsearch, with a refusal (4xx), or not (5xx). */
export type Answered = 'kept' | 'asked' | 'refused' | 'failed';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'];

/** Requests with one method to one route. */
export interface OfRoute {
  readonly route: string;
  readonly method: string;
  readonly byStatus: Map<number, number>;
  readonly durations: Partial<Record<Answered, Distribution>>;
}

/** Counts requests as they are answered. */
export class RequestCounts {
  readonly #routes = new Map<string, Map<string, OfRoute>>();
  /** Of a number that Prometheus has never seen it does not tell that it grew: not of the first defect. */
  readonly refusals = new Map<string, number>([['internal', 0]]);
  /** Begun and not answered yet. */
  running = 0;

  /**
   * Counts an answer.
   * @param route the template of its path, never the path itself, of which there may be any number
   */
  add(route: string, method: string, status: number, wasKept: boolean, durationMs: number): void {
    const counts = this.#of(route, METHODS.includes(method) ? method : 'other');
    counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
    const answered = answeredBy(status, wasKept);
    const distribution = counts.durations[answered] ?? durations();
    counts.durations[answered] = distribution;
    distribution.add(durationMs);
  }

  addRefusal(reason: string): void {
    this.refusals.set(reason, (this.refusals.get(reason) ?? 0) + 1);
  }

  *all(): Iterable<OfRoute> {
    for (const methods of this.#routes.values()) yield* methods.values();
  }

  #of(route: string, method: string): OfRoute {
    const methods = this.#routes.get(route) ?? new Map<string, OfRoute>();
    const before = methods.get(method);
    if (before !== undefined) return before;
    const counts = { route, method, byStatus: new Map<number, number>(), durations: {} };
    methods.set(method, counts);
    this.#routes.set(route, methods);
    return counts;
  }
}

function answeredBy(status: number, wasKept: boolean): Answered {
  if (status >= 500) return 'failed';
  if (status >= 400) return 'refused';
  return wasKept ? 'kept' : 'asked';
}
