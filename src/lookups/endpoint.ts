import { omit } from 'es-toolkit/object';
import type Joi from 'joi';
import { ApiError, type ErrorCode } from '../errors.js';
import type { Read, Snapshot } from '../search/live.js';
import type { Answer, Recalled } from './answers.js';
import type { Body } from '../middleware/body.js';
import { readQuery } from '../parameters/query.js';
import { noParameters, type ParameterRules } from '../parameters/rules.js';

/** The part of a route that router and API documentation share. */
interface Description {
  /** `/<resource>/<lookup>`, or what is of no one resource; without parameters in it. */
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
  /**
   * All resources that an answer is made of; absent: it changes at any time, and nobody may keep it.
   */
  readonly reads?: readonly Read[];
  /** True if callers who keep answers must ask each time whether they are still so. */
  readonly changesInPlace?: boolean;
  /** True if what is asked is mostly a place of its own, and hardly ever asked again. */
  readonly isLocated?: boolean;
  /** Names what is asked: the same for all who ask the same in other words. JSON when absent. */
  canonical?(parameters: P): string;
  /** Answers at once by what was kept; undefined where that does not suffice. */
  recall?(parameters: P, live: Snapshot): Recalled | undefined;
  /** Asks Elasticsearch. */
  handle(parameters: P, live: Snapshot): Promise<Answer>;
}

/** A route that does what a JSON body says, and answers nothing but success. */
export interface WriteDefinition<P> extends Description {
  readonly body: ParameterRules<P>;
  /** The failures it may answer besides those that every write may meet. */
  readonly refusals: readonly ErrorCode[];
  readonly example: { readonly body: Readonly<Record<string, unknown>> };
  handle(parameters: P): Promise<void>;
}

/** A route that answers each element of a JSON array, in the order sent. */
export interface BatchDefinition<Shared, Element> extends Description {
  /** Of the query string; they go for all elements. */
  readonly parameters: ParameterRules<Shared>;
  readonly element: ParameterRules<Element>;
  /** The shape of the answer to one element. */
  readonly data: Joi.Schema;
  readonly example: { readonly body: readonly object[]; readonly answer: Answer };
  /** Answers the elements that are not faulty. */
  handle(elements: readonly (Shared & Element)[], live: Snapshot): Promise<readonly unknown[]>;
}

/** A request whose parameters were checked. */
interface Checked {
  /** The names of parameters that nobody reads. */
  readonly ignored: readonly string[];
}

/** A lookup whose parameters were checked. */
export interface Question extends Checked {
  /** Names what is asked: the same for all who ask the same in other words. */
  canonical(): string;
  recall(live: Snapshot): Recalled | undefined;
  /** @throws {ApiError} */
  ask(live: Snapshot): Promise<Answer>;
}

export interface LookupEndpoint extends Omit<
  LookupDefinition<unknown>,
  'canonical' | 'recall' | 'handle'
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
  /** @throws {ApiError} 400; what it returns, the failures of the write. */
  change(query: string, body: Body): Checked & { make(): Promise<void> };
}

export interface BatchEndpoint extends Omit<BatchDefinition<unknown, unknown>, 'handle'> {
  readonly method: 'post';
  /**
   * What it returns answers each element, a faulty one with its failure.
   * @throws {ApiError} 400
   */
  questions(
    query: string,
    elements: readonly Body[],
  ): Checked & { ask(live: Snapshot): Promise<readonly unknown[]> };
}

/** A route whose kind of parameters only it knows. */
export type Endpoint = LookupEndpoint | WriteEndpoint | BatchEndpoint;

/** Returns the paths of all lookups. */
export function lookupPaths(endpoints: readonly Endpoint[]): ReadonlySet<string> {
  return new Set(endpoints.flatMap(({ method, path }) => (method === 'get' ? [path] : [])));
}

export function lookup<P>(definition: LookupDefinition<P>): LookupEndpoint {
  return {
    ...omit(definition, ['canonical', 'recall', 'handle']),
    method: 'get',
    question(query) {
      const { parameters, ignored } = readQuery(query, definition.parameters);
      return {
        ignored,
        canonical: () => definition.canonical?.(parameters) ?? JSON.stringify(parameters),
        recall: (live) => definition.recall?.(parameters, live),
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
      const right = all.flatMap((each) => (each instanceof ApiError ? [] : [each]));
      return {
        ignored,
        async ask(live) {
          const answers = (await definition.handle(right, live)).values();
          return all.map((each) => (each instanceof ApiError ? each : answers.next().value));
        },
      };
    },
  };
}
