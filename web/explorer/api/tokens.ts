import type { Settings } from '../../shared/settings.js';
import { storedToken } from '../../shared/storage.js';
import type { Scope } from './requests.js';

/** Chooses the token of a request: the one that was entered, else a development token. */
export class Tokens {
  readonly #development: Settings['developmentTokens'];

  constructor(development: Settings['developmentTokens']) {
    this.#development = development;
  }

  get hasDevelopment(): boolean {
    return this.#development !== null;
  }

  for(scope: Scope): string | undefined {
    return storedToken.get() ?? this.#development?.[scope];
  }

  /** Returns the token if it is not a secret. */
  shown(token: string): string | undefined {
    return Object.values(this.#development ?? {}).find((known) => known === token);
  }
}
