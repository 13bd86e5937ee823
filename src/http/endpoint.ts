import type Joi from 'joi';
import type { ParameterRules } from './rules.js';
import { readQuery } from './query.js';

/** What a lookup found. `data` already has the shape that callers see. */
export interface Answer {
  readonly data: unknown;
  /** Well-formed ids that were asked but do not exist; shown only when there are some. */
  readonly missing?: readonly string[];
}

/** Who may call: `public` takes every valid token, `internal` only those of the internal scope. */
export type Access = 'public' | 'internal';

/** One route of a resource: drives the router and the API documentation alike. */
export interface EndpointDefinition<P> {
  readonly method: 'get';
  /** `/<resource>/<lookup>`, without parameters in it. */
  readonly path: string;
  readonly access: Access;
  /** One short line. */
  readonly summary: string;
  /** Everything that a caller has to know about this route; Markdown. */
  readonly description: string;
  readonly parameters: ParameterRules<P>;
  /** The shape of `data`. */
  readonly data: Joi.Schema;
  /** Whether answers may have `missing` beside `data`. */
  readonly mayMiss?: boolean;
  readonly example: {
    readonly query: Readonly<Record<string, string>>;
    readonly answer: Answer;
  };
  handle(parameters: P): Promise<Answer>;
}

/** A route whose kind of parameters only it knows. */
export interface Endpoint extends Omit<EndpointDefinition<unknown>, 'handle'> {
  /**
   * Answers a query string (without the leading `?`).
   *
   * @param onIgnored gets the names of the parameters that it does not know, if there are any.
   * @throws {ApiError}
   */
  answer(query: string, onIgnored: (names: readonly string[]) => void): Promise<Answer>;
}

export function endpoint<P>(definition: EndpointDefinition<P>): Endpoint {
  return {
    ...definition,
    async answer(query, onIgnored) {
      return definition.handle(readQuery(query, definition.parameters, onIgnored));
    },
  };
}
