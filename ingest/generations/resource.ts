import type { TransportRequestOptions } from '@elastic/elasticsearch';
import type { Connection } from '../../core/elasticsearch/withClient.js';
import type { IndexDefinition } from '../../indices/definition.js';
import type { Rows } from '../load/batches.js';
import type { RememberedOptions, Source } from '../../indices/provenance.js';

/** A cluster, which of its indices are ours, and which of them this run reads. */
export interface Context extends Connection {
  /**
   * Generations, by resource, that are read in the place of the live ones: those that this run has
   * made and that do not go live.
   */
  standIns?: Readonly<Partial<Record<string, string>>>;
}

/** The ingestion of one resource: its rows as documents, and what must hold before they go live. */
export interface Resource<Document extends { id: string } = { id: string }> {
  definition: IndexDefinition;
  /** Settings and sources that the documents depend on: with others, what is live is out of date. */
  recipe: Readonly<Record<string, string | number>>;
  /** Remembered with what is made of them. Called once all rows were read. */
  sources?(): readonly Source[];
  /** Those that it was made with, to be remembered. */
  options?: RememberedOptions;
  /** Begins one run, under the resource's lock. */
  begin(context: Context): Promise<Run<Document>>;
  /**
   * Called before an index is deleted that is neither live nor kept for a rollback.
   * @throws when it holds, or may hold, what is nowhere else
   */
  assertDiscardable?(
    context: Context,
    index: string,
    options?: TransportRequestOptions,
  ): Promise<void>;
}

export interface Run<Document extends { id: string }> {
  /** Rows in the source, where known: the end of the progress bar. */
  expectedRows?: number;
  /** Bytes in the source, where known: the end of the progress bar where rows are not known. */
  expectedBytes?: number;
  /** Those that were read so far. */
  bytesRead?(): number;
  outcomes: Rows<Document>;
  /** Returns what a person is to be told once all rows were read. */
  notes?(): readonly string[];
  /** Lists the faults of the loaded, not yet live, index; empty when it may go live. */
  gate(index: string): Promise<string[]>;
  /** Stores what must be kept for good once the gate is passed, before the generation goes live. */
  beforePromotion?(index: string): Promise<void>;
}
