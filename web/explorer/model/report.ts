/** What `GET /data` tells of one resource; null is what is not known. */
export interface ResourceReport {
  readonly resource: string;
  /** Null: not ingested yet. */
  readonly live: Generation | null;
  /** The share of its documents that have a name in a language. */
  readonly languages?: Readonly<Record<string, number>>;
  /** How many rows could not be taken. */
  readonly rejects: number | null;
}

interface Generation {
  readonly generation: string;
  readonly since: string | null;
  /** Of the service that made it. */
  readonly version: string | null;
  readonly documents: number;
  /** Of its sources. */
  readonly rows: number | null;
  readonly sources: readonly Source[];
}

/** A file, or the generation of another resource. */
export type Source =
  | { readonly generation: string }
  | {
      readonly name: string;
      readonly bytes: number;
      readonly sha256: string;
      readonly built_in: boolean;
    };
