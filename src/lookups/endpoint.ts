import { omit } from 'es-toolkit/object';
import type Joi from 'joi';
import { ApiError, type ErrorCode } from '../errors.js';
import type { Read, Snapshot } from '../search/live.js';
import type { Answer } from './answers.js';
import type { Body } from '../middleware/body.js';
import { readQuery } from '../parameters/query.js';
import { noParameters, type ParameterRules } from '../parameters/rules.js';

/** The part of an endpoint that the API documentation shows. */
interface Description {
  /** Without path parameters, such as `/cities/findByName`. */
  readonly path: string;
  /** One short line. */
  readonly summary: string;
  /** All that a caller has to know about this endpoint, in Markdown. */
  readonly description: string;
}

/** An endpoint that answers a query string. */
export interface LookupDefinition<P> extends Description {
  readonly parameters: ParameterRules<P>;
  /** The schema of `data`. */
  readonly data: Joi.Schema;
  /** True if answers may have `missing` beside `data`. */
  readonly mayMiss?: boolean;
  /** True if answers may have `truncated` beside `data`. */
  readonly mayTruncate?: boolean;
  readonly example: {
    readonly query: Readonly<Record<string, string>>;
    readonly answer: Answer;
  };
  /** All resources that an answer is made of. Absent if answers must not be cached. */
  readonly reads?: readonly Read[];
  /** True if clients must revalidate cached answers each time. */
  readonly changesInPlace?: boolean;
  /** True if most requests are for a point of their own, so that answers are not cached by point. */
  readonly isLocated?: boolean;
  /** Returns the same text for parameters with the same answer. JSON when absent. */
  canonical?(parameters: P): string;
  /** Answers from cached prefixes, documents or cells; undefined if they do not suffice. */
  fromCache?(parameters: P, live: Snapshot): Answer | undefined;
  /** Answers from Elasticsearch. */
  handle(parameters: P, live: Snapshot): Promise<Answer>;
}

/** An endpoint that makes the change described by a JSON body. */
export interface WriteDefinition<P> extends Description {
  readonly body: ParameterRules<P>;
  /** The error codes besides those that every write may answer. */
  readonly errorCodes: readonly ErrorCode[];
  readonly example: { readonly body: Readonly<Record<string, unknown>> };
  handle(parameters: P): Promise<void>;
}

/** An endpoint that answers each element of a JSON array, in the order sent. */
export interface BatchDefinition<Shared, Element> extends Description {
  /** The query string, which applies to all elements. */
  readonly parameters: ParameterRules<Shared>;
  readonly element: ParameterRules<Element>;
  /** The schema of the answer to one element. */
  readonly data: Joi.Schema;
  readonly example: { readonly body: readonly object[]; readonly answer: Answer };
  /** Answers the valid elements. */
  handle(elements: readonly (Shared & Element)[], live: Snapshot): Promise<readonly unknown[]>;
}

interface WithIgnored {
  /** The names of parameters that the endpoint does not have. */
  readonly ignored: readonly string[];
}

/** A lookup with valid parameters. */
export interface Question extends WithIgnored {
  canonical(): string;
  fromCache(live: Snapshot): Answer | undefined;
  /** @throws {ApiError} */
  ask(live: Snapshot): Promise<Answer>;
}

export interface LookupEndpoint extends Omit<
  LookupDefinition<unknown>,
  'canonical' | 'fromCache' | 'handle'
> {
  readonly method: 'get';
  /**
   * @param query the query string, without the leading `?`
   * @throws {ApiError} 400
   */
  question(query: string): Question;
}

export interface WriteEndpoint extends Omit<WriteDefinition<unknown>, 'handle'> {
  readonly method: 'put';
  /** @throws {ApiError} 400 */
  change(query: string, body: Body): WithIgnored & { make(): Promise<void> };
}

export interface BatchEndpoint extends Omit<BatchDefinition<unknown, unknown>, 'handle'> {
  readonly method: 'post';
  /**
   * `ask` returns an answer or an `ApiError` for each element.
   * @throws {ApiError} 400
   */
  questions(
    query: string,
    elements: readonly Body[],
  ): WithIgnored & { ask(live: Snapshot): Promise<readonly unknown[]> };
}

export type Endpoint = LookupEndpoint | WriteEndpoint | BatchEndpoint;

/** Returns the paths of all lookups. */
export function lookupPaths(endpoints: readonly Endpoint[]): ReadonlySet<string> {
  return new Set(endpoints.flatMap(({ method, path }) => (method === 'get' ? [path] : [])));
}

export function lookup<P>(definition: LookupDefinition<P>): LookupEndpoint {
  return {
    ...omit(definition, ['canonical', 'fromCache', 'handle']),
    method: 'get',
    question(query) {
      const { parameters, ignored } = readQuery(query, definition.parameters);
      return {
        ignored,
        canonical: () => definition.canonical?.(parameters) ?? JSON.stringify(parameters),
        fromCache: (live) => definition.fromCache?.(parameters, live),
        ask: (live) => definition.handle(parameters, live),
      };
    },
  };
}

export function write<P>(definition: WriteDefinition<P>): WriteEndpoint {
  return {
    ...omit(definition, ['handle']),
    method: 'put',
    change(query, { members, faults }) {
      const { ignored } = readQuery(query, noParameters);
      const parameters = definition.body.read(members, faults);
      return { ignored, make: () => definition.handle(parameters) };
    },
  };
}

export function batch<Shared extends object, Element extends object>(
  definition: BatchDefinition<Shared, Element>,
): BatchEndpoint {
  function read({ members, faults }: Body, shared: Shared): (Shared & Element) | ApiError {
    try {
      return { ...shared, ...definition.element.read(members, faults) };
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }
  return {
    ...omit(definition, ['handle']),
    method: 'post',
    questions(query, elements) {
      const { parameters: shared, ignored } = readQuery(query, definition.parameters);
      const all = elements.map((body) => read(body, shared));
      const valid = all.flatMap((each) => (each instanceof ApiError ? [] : [each]));
      return {
        ignored,
        async ask(live) {
          const answers = (await definition.handle(valid, live)).values();
          return all.map((each) => (each instanceof ApiError ? each : answers.next().value));
        },
      };
    },
  };
}
