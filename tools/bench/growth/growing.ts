import type { IndexDefinition } from '../../../indices/definition.js';
import type { Session } from '../bench.js';
import type { Question } from '../load.js';

/** One kind of document, of which there are more and more, and the lookups that search them. */
export interface Growing {
  definition: IndexDefinition;
  /** The next documents are taken of it for every size. */
  documents: Iterator<{ id: string }, unknown>;
  /** Stores what these lookups need besides. */
  prepare: (session: Session) => Promise<void>;
  /** Returns lookups by name, each question new, once so many documents are there. */
  lookups: (size: number) => Record<string, Iterator<Question, unknown>>;
}
