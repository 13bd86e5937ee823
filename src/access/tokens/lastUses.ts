import type { Client, estypes } from '@elastic/elasticsearch';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import { type TokenUseDocument, tokenUses } from '../../../indices/tokens.js';
import { type Caller, isTokenId } from './token.js';

const MS_PER_HOUR = 3_600_000;
const WRITE_EVERY_MS = 60_000;
const REQUEST_TIMEOUT_MS = 10_000;
/** The status of an item whose hour, or a later one, is stored already. */
const CONFLICT = 409;

/** Hours by token id. An hour is a number of hours since 1970. */
type Hours = Map<string, number>;

/**
 * Writes the hour in which each token was last used. A token is written at most once an hour, all
 * tokens in one request. HTTP requests never wait for it. The index exists since the first token.
 */
export class LastUses {
  readonly #client: Client;
  readonly #index: string;
  readonly #onState: (isWritten: boolean, cause?: unknown) => void;
  readonly #pending: Hours = new Map();
  readonly #written: Hours = new Map();
  #timer: NodeJS.Timeout | undefined;

  /** @param onState called after every write with its success */
  constructor(
    client: Client,
    indexPrefix: string,
    onState: (isWritten: boolean, cause?: unknown) => void,
  ) {
    this.#client = client;
    this.#index = liveAlias(indexPrefix, tokenUses.resource);
    this.#onState = onState;
  }

  start(): void {
    this.#timer = setInterval(() => void this.write(), WRITE_EVERY_MS).unref();
  }

  /** Writes what is pending, and ends the writing. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  /** Notes a request. Development tokens have no record, so they are not noted. */
  note({ id }: Caller): void {
    const hour = Math.floor(Date.now() / MS_PER_HOUR);
    if (this.#written.get(id) !== hour && isTokenId(id)) this.#pending.set(id, hour);
  }

  /** Writes all pending hours in one request. Failed ones stay pending until the next write. */
  async write(): Promise<void> {
    const uses = [...this.#pending];
    if (uses.length === 0) return;
    try {
      await this.#writeUses(uses);
      this.#onState(true);
    } catch (error) {
      this.#onState(false, error);
    }
  }

  async #writeUses(uses: readonly (readonly [id: string, hour: number])[]): Promise<void> {
    const options = { requestTimeout: REQUEST_TIMEOUT_MS };
    // A bulk would create a lost index again, with guessed types.
    if (!(await this.#client.indices.exists({ index: this.#index }, options)))
      throw new Error(`${this.#index} is missing. Create any token (\`npm run tokens\`).`);
    const answer: Partial<estypes.BulkResponse> = await this.#client.bulk(
      {
        index: this.#index,
        operations: uses.flatMap(([id, hour]) => [
          // The hour is the version, so that no process overwrites a later hour of another one.
          { index: { _id: id, version: hour, version_type: 'external' } },
          { last_used_at: new Date(hour * MS_PER_HOUR).toISOString() } satisfies TokenUseDocument,
        ]),
      },
      options,
    );
    let failure: string | undefined;
    for (const [position, [id, hour]] of uses.entries()) {
      const { status, error } = answer.items?.[position]?.index ?? {};
      if (status === CONFLICT || (status !== undefined && error === undefined)) {
        this.#written.set(id, hour);
        if (this.#pending.get(id) === hour) this.#pending.delete(id);
      } else failure = `${error?.type ?? 'no answer'}: ${error?.reason ?? 'no reason given'}`;
    }
    if (failure !== undefined) throw new Error(failure);
  }
}
