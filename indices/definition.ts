import type { estypes } from '@elastic/elasticsearch';

/** How an index is created: the same for every generation of a resource. */
export interface IndexDefinition<Name extends string = string> {
  /** The resource's name; the alias of its live generation is `<index prefix>-<resource>`. */
  readonly resource: Name;
  readonly mappings: estypes.MappingTypeMapping;
  readonly settings: estypes.IndicesIndexSettings;
  /**
   * True if a generation is merged into one segment before it is promoted. Until a merge, Elasticsearch
   * stores what `_source` excludes beside what every answer reads: an index of cities is half as large
   * again, and searches of names take half as long again.
   */
  readonly merge?: boolean;
  /** True if the API answers without it. Absent: its readiness fails while nothing is live. */
  readonly isOptional?: true;
  /** The fields that are compared with those of the live generation before a promotion. Absent: none. */
  readonly compared?: string[];
  /** Fields that lookups can do without, so that a generation of an earlier version still answers. */
  readonly dispensable?: readonly string[];
}

/** An index without generations. Its documents are written one by one, while it is live. */
export type WrittenLive = Pick<IndexDefinition, 'resource' | 'mappings'>;

/** The member of a mapping's `_meta` with the provenance of an index. */
export const PROVENANCE = 'provenance';

/** A text that is only shown, never searched: without an index it costs neither space nor time. */
export const STORED_ONLY = {
  type: 'keyword',
  index: false,
  doc_values: false,
} as const satisfies estypes.MappingProperty;

/** The same as a stored field: read only by searches that ask for it. */
export const STORED_APART = {
  ...STORED_ONLY,
  store: true,
} as const satisfies estypes.MappingProperty;

/** A number that is derived from other fields. It is not in `_source`, so it never shows as a change. */
export const DERIVED_NUMBER = {
  type: 'float',
  index: false,
} as const satisfies estypes.MappingProperty;
