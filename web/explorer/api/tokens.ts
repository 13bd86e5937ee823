import type { Settings } from '../../shared/settings.js';
import { storedToken } from '../../shared/storage.js';
import type { Scope } from './requests.js';

/** Chooses the token of a request: the one that was entered, else a development token. */
export class Tokens {
  readonly #development: Settings['developmentTokens'];
  #own = storedToken.get();

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
    if (token === null) storedToken.remove();
    else storedToken.set(token);
  }
}
