import type { estypes } from '@elastic/elasticsearch';

/** An index as Elasticsearch is told to make it: the same for every generation of a resource. */
export interface IndexDefinition {
  /** The resource's name; the alias of its live generation is `<index prefix>-<resource>`. */
  readonly resource: string;
  readonly mappings: estypes.MappingTypeMapping;
  readonly settings: estypes.IndicesIndexSettings;
  /**
   * True if a generation is merged into one segment before it goes live. Elasticsearch keeps what
   * `_source` excludes until then, beside what every answer reads.
   */
  readonly merge?: boolean;
  /**
   * Fields that are indexed and cannot be read back, of which an index of few documents keeps digests
   * in its `_meta`, so that two generations can be compared.
   */
  readonly digested?: readonly string[];
  /**
   * True if the live index is kept up in place: it holds what no source has, so ingesting again
   * never replaces it.
   */
  readonly inPlace?: boolean;
}

/**
 * The member of the `_meta` of a mapping that says what an index was made of, and when. Of an index
 * that is kept up in place it is taken away before anything is changed, and given anew, another one,
 * when all is: by it an API process knows whether what it keeps is still so.
 */
export const PROVENANCE = 'provenance';

/** A text that answers show and nothing looks for: without an index it costs neither room nor time. */
export const STORED_ONLY = {
  type: 'keyword',
  index: false,
  doc_values: false,
} as const satisfies estypes.MappingProperty;

/** The same, kept outside of `_source`: read for itself, and by those only who ask for it. */
export const STORED_APART = {
  ...STORED_ONLY,
  store: true,
} as const satisfies estypes.MappingProperty;
