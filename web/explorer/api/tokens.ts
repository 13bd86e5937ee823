import type { Memory } from '../../shared/memory.js';
import type { Scope } from './requests.js';

const KEY = 'geographic-data-token';

export interface DevelopmentTokens {
  readonly public: string;
  readonly internal: string;
}

/** Chooses the token of a request: the one that was entered, else a development token. */
export class Tokens {
  readonly #development: DevelopmentTokens | null;
  readonly #memory: Memory;

  /** @param memory stores an entered token */
  constructor(development: DevelopmentTokens | null, memory: Memory) {
    this.#development = development;
    this.#memory = memory;
  }

  get own(): string | null {
    return this.#memory.getItem(KEY);
  }

  get hasDevelopment(): boolean {
    return this.#development !== null;
  }

  for(scope: Scope): string | undefined {
    return this.own ?? this.#development?.[scope];
  }

  /** Returns the token if it is not a secret. */
  shown(token: string): string | undefined {
    const { public: open, internal } = this.#development ?? {};
    return token === open || token === internal ? token : undefined;
  }

  use(token: string): void {
    this.#memory.setItem(KEY, token);
  }

  forget(): void {
    this.#memory.removeItem(KEY);
  }
}
