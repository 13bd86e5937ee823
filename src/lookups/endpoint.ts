import type Joi from 'joi';
import type { ErrorCode } from '../errors.js';
import type { ParameterRules } from '../parameters/rules.js';
import type { Read, Snapshot } from '../search/live.js';
import type { Answer } from './answers.js';

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
  /** The member that answers may have beside `data`. */
  readonly beside?: 'missing' | 'truncated' | 'matched_names';
  readonly example: {
    readonly query: Readonly<Record<string, string>>;
    readonly answer: Answer;
  };
  /** All resources that an answer is made of. Absent if answers must not be cached. */
  readonly reads?: readonly Read[];
  /** True if most requests are for a point of their own, so that answers are not cached by point. */
  readonly isLocated?: boolean;
  /** Returns whether the answer depends on the `accepted` languages of the caller. Absent: never. */
  usesLanguages?(parameters: P): boolean;
  /**
   * Returns the number of requests that it counts as, unless the whole answer is cached. 1 when absent.
   * @param isDerived true if no search is needed, because lists of names, documents, cities or borders are cached
   */
  cost?(parameters: P, isDerived: boolean): number;
  /** Returns the same text for parameters with the same answer. JSON when absent. */
  canonical?(parameters: P): string;
  /** Answers from cached lists of names, documents, cities or borders; undefined if they do not suffice. */
  fromCache?(parameters: P, live: Snapshot): Answer | undefined;
  /**
   * Answers from Elasticsearch.
   * @throws {ApiError}
   */
  handle(parameters: P, live: Snapshot): Promise<Answer>;
}

/** A lookup with typing errors takes about as much processor time as this many lookups of prefixes. */
export const FUZZY_COST = 5;
/** So does the search for what is at a point. */
export const LOCATED_COST = 3;

/** Returns the cost of a lookup of what is at a point. */
export function locatedCost(isDerived: boolean): number {
  return isDerived ? 1 : LOCATED_COST;
}

/** The documents that count as one request: those that a limit allows, and those that are skipped or usual. */
export const LISTED_PER_REQUEST = 100;
export const DOCUMENTS_PER_REQUEST = 250;
/** The ids or lands of a request that count as one: each is looked up by itself. */
export const IDS_PER_REQUEST = 50;

/** An endpoint that makes the change described by a JSON body. */
interface WriteDefinition<P> extends Description {
  readonly body: ParameterRules<P>;
  /** The error codes besides those that every write may answer. */
  readonly errorCodes: readonly ErrorCode[];
  readonly example: { readonly body: Readonly<Record<string, unknown>> };
  handle(parameters: P): Promise<void>;
}

/** An endpoint that answers each element of a JSON array, in the order sent. */
interface BatchDefinition<Shared, Element> extends Description {
  /** The query string, which applies to all elements. */
  readonly parameters: ParameterRules<Shared>;
  readonly element: ParameterRules<Element>;
  /** The schema of the answer to one element. */
  readonly data: Joi.ObjectSchema;
  readonly example: { readonly body: readonly object[]; readonly answer: Answer };
  /**
   * Answers the valid elements, each with data or its error.
   * @param deadline a time of `performance.now()`, the same if everything is read again; what cannot be
   * answered by then has its error
   * @param stop aborted when there is nobody to answer; nothing more must be done then
   * @throws {ApiError} if none can be answered
   */
  handle(
    elements: readonly (Shared & Element)[],
    live: Snapshot,
    deadline: number,
    stop: AbortSignal,
  ): Promise<readonly unknown[]>;
}

// The type of the parameters is lost. Only what the rules of an endpoint return is given to it.
export type LookupEndpoint = { readonly method: 'get' } & LookupDefinition<unknown>;
export type WriteEndpoint = { readonly method: 'put' } & WriteDefinition<unknown>;
export type BatchEndpoint = { readonly method: 'post' } & BatchDefinition<object, object>;
export type Endpoint = LookupEndpoint | WriteEndpoint | BatchEndpoint;

export function lookup<P>(definition: LookupDefinition<P>): LookupEndpoint {
  return { method: 'get', ...definition };
}

export function write<P>(definition: WriteDefinition<P>): WriteEndpoint {
  return { method: 'put', ...definition };
}

export function batch<Shared extends object, Element extends object>(
  definition: BatchDefinition<Shared, Element>,
): BatchEndpoint {
  return { method: 'post', ...definition };
}
