import type { Memory } from '../../shared/memory.js';
import type { Scope } from './requests.js';

const KEY = 'geographic-data-token';

export interface DevelopmentTokens {
  readonly public: string;
  readonly internal: string;
}

/** The tokens that requests are sent with: one that a person has entered, else those of development. */
export class Tokens {
  readonly #development: DevelopmentTokens | null;
  readonly #memory: Memory;

  /** @param memory keeps an entered token, as long as it keeps anything */
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

  /** Returns a token that is no secret, for all to read. */
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
