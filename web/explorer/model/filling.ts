import { serviceAddress } from '../api/requests.js';

const POLL_MS = 2_000;
/** While something is missing that nobody ingests. */
const RARE_POLL_MS = 15_000;

/** A resource that is not live yet. */
export interface Missing {
  readonly path: string;
  readonly message: string;
  /** The share that is loaded, from 0 to 1. Absent if it is not being ingested. */
  readonly progress?: number;
}

/** Follows an ingestion until all data is live. */
export class Filling {
  readonly #changed: (isMore: boolean) => void;
  #unready: readonly Missing[] = [];

  /** @param changed is called after every poll. `isMore`: something has become live */
  constructor(changed: (isMore: boolean) => void) {
    this.#changed = changed;
  }

  /** What is missing. Empty unless an ingestion is under way. */
  get missing(): readonly Missing[] {
    return this.#isUnderWay ? this.#unready : [];
  }

  /** Polls the readiness of the service until it is ready. */
  async follow(): Promise<void> {
    for (;;) {
      const unready = await readUnready();
      const before = this.#unready;
      this.#unready = unready ?? [];
      const isThere = ({ path }: Missing): boolean =>
        this.#unready.every((one) => one.path !== path);
      if (before.length > 0 || this.#unready.length > 0) this.#changed(before.some(isThere));
      if (unready?.length === 0) return;
      const delayMs = this.#isUnderWay ? POLL_MS : RARE_POLL_MS;
      await new Promise((done) => setTimeout(done, delayMs));
    }
  }

  get #isUnderWay(): boolean {
    return this.#unready.some(({ progress }) => progress !== undefined);
  }
}

/** Returns undefined if the service does not say what is missing. */
async function readUnready(): Promise<readonly Missing[] | undefined> {
  try {
    const response = await fetch(`${serviceAddress()}/health/ready`, { cache: 'no-store' });
    // A body that is not read keeps its connection.
    const { error } = (await response.json()) as { error?: { details: readonly Missing[] } };
    return error?.details ?? [];
  } catch {
    return undefined;
  }
}
