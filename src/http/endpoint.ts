import type Joi from 'joi';
import type { ErrorCode } from '../errors.js';
import type { Answer } from './answers.js';
import type { Body } from './body.js';
import { readQuery } from '../parameters/query.js';
import { noParameters, type ParameterRules } from '../parameters/rules.js';

/** The part of a route that router and API documentation share. */
interface Description {
  /** `/<resource>/<lookup>`, without parameters in it. */
  readonly path: string;
  /** One short line. */
  readonly summary: string;
  /** Everything that a caller has to know about this route; Markdown. */
  readonly description: string;
}

/** A route that answers a query string. */
export interface LookupDefinition<P> extends Description {
  readonly parameters: ParameterRules<P>;
  /** The shape of `data`. */
  readonly data: Joi.Schema;
  /** True if answers may have `missing` beside `data`. */
  readonly mayMiss?: boolean;
  /** True if answers may have `truncated` beside `data`. */
  readonly mayTruncate?: boolean;
  readonly example: {
    readonly query: Readonly<Record<string, string>>;
    readonly answer: Answer;
  };
  handle(parameters: P): Promise<Answer>;
}

/** A route that does what a JSON body says, and answers nothing but success. */
export interface WriteDefinition<P> extends Description {
  readonly body: ParameterRules<P>;
  /** The failures it may answer besides those that every write may meet. */
  readonly refusals: readonly ErrorCode[];
  readonly example: { readonly body: Readonly<Record<string, unknown>> };
  handle(parameters: P): Promise<void>;
}

/** A request as a route gets it. */
export interface Request {
  /** The query string, without the leading `?`. */
  readonly query: string;
  /** Empty for lookups. */
  readonly body: Body;
  /** Gets the names of the parameters that the route does not know, if there are any. */
  readonly onIgnored: (names: readonly string[]) => void;
}

interface Answering {
  /** @throws {ApiError} */
  answer(request: Request): Promise<Answer>;
}

export interface LookupEndpoint extends Omit<LookupDefinition<unknown>, 'handle'>, Answering {
  readonly method: 'get';
}

export interface WriteEndpoint extends Omit<WriteDefinition<unknown>, 'handle'>, Answering {
  readonly method: 'put';
}

/** A route whose kind of parameters only it knows. */
export type Endpoint = LookupEndpoint | WriteEndpoint;

export function lookup<P>(definition: LookupDefinition<P>): LookupEndpoint {
  return {
    ...definition,
    method: 'get',
    async answer({ query, onIgnored }) {
      return definition.handle(readQuery(query, definition.parameters, onIgnored));
    },
  };
}

export function write<P>(definition: WriteDefinition<P>): WriteEndpoint {
  return {
    ...definition,
    method: 'put',
    async answer({ query, body, onIgnored }) {
      readQuery(query, noParameters, onIgnored);
      await definition.handle(definition.body.read(body.members, body.faults));
      return {};
    },
  };
}
