import { NO_TOKEN, type Failure } from '../api/failures.js';
import type { ApiRequest } from '../api/requests.js';
import { type Exchange, send } from '../api/send.js';
import type { Tokens } from '../api/tokens.js';

const LISTED_EXCHANGES = 20;

export interface NumberedExchange extends Exchange {
  /** Unique. */
  readonly number: number;
}

export type Outcome =
  | { readonly failure: Failure }
  | { readonly failure: undefined; readonly body: Record<string, unknown> };

/** Sends requests with the right token, and lists the latest exchanges. */
export class Sender {
  readonly #tokens: Tokens;
  readonly #changed: () => void;
  #count = 0;
  /** The latest first. */
  exchanges: readonly NumberedExchange[] = [];

  /** @param changed is called after every exchange */
  constructor(tokens: Tokens, changed: () => void) {
    this.#tokens = tokens;
    this.#changed = changed;
  }

  /** @throws the reason of the signal, and nothing else */
  async send(request: ApiRequest, signal: AbortSignal): Promise<Outcome> {
    const token = this.#tokens.for(request.scope);
    if (token === undefined) return { failure: NO_TOKEN };
    const exchange = await send(request, token, signal);
    this.#count += 1;
    this.exchanges = [{ ...exchange, number: this.#count }, ...this.exchanges].slice(
      0,
      LISTED_EXCHANGES,
    );
    this.#changed();
    const { failure, body } = exchange;
    return failure === undefined ? { failure, body: body as Record<string, unknown> } : { failure };
  }
}
