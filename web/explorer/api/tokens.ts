import type { Settings } from '../../shared/settings.js';
import { storageOf } from '../../shared/visitor.js';
import type { Scope } from './requests.js';

const KEY = 'geographic-data-token';

/** Chooses the token of a request: the one that was entered, else a development token. */
export class Tokens {
  readonly #development: Settings['developmentTokens'];
  /** The tab stores an entered token until it is closed. */
  readonly #storage = storageOf('sessionStorage');
  #own = this.#storage?.getItem(KEY) ?? null;

  constructor(development: Settings['developmentTokens']) {
    this.#development = development;
  }

  get own(): string | null {
    return this.#own;
  }

  get hasDevelopment(): boolean {
    return this.#development !== null;
  }

  for(scope: Scope): string | undefined {
    return this.#own ?? this.#development?.[scope];
  }

  /** Returns the token if it is not a secret. */
  shown(token: string): string | undefined {
    return Object.values(this.#development ?? {}).find((known) => known === token);
  }

  /** @param token null to forget the entered one */
  use(token: string | null): void {
    this.#own = token;
    if (token === null) this.#storage?.removeItem(KEY);
    else this.#storage?.setItem(KEY, token);
  }
}
