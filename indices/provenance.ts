import Joi from 'joi';

/** A source file as a generation records it. */
export interface SourceFile {
  /** The name without its folder. */
  name: string;
  bytes: number;
  sha256: string;
  /** The day that its content is of, if something says it: `2026-11-27`. */
  asOf?: string;
}

/** A source of a generation: a file or another generation. */
export type Source = FileSource | { generation: string };

export interface FileSource extends SourceFile {
  /** Part of the built-in data. */
  builtIn?: true;
  /** A file that describes other sources, or has changes of what these made. */
  role?: 'mapping' | 'sources' | 'changes';
}

/** The settings of a generation, named like the command line's options. */
export interface RememberedOptions {
  primaryMinimumPopulation?: number;
  /** Absent: all. */
  landCountries?: readonly string[];
}

export interface Counts {
  /** The rows of the sources. */
  rows: number;
  indexed: number;
  rejected: number;
}

/** How a generation was made, recorded in the `_meta` of its mapping. */
export interface Provenance {
  sources: readonly Source[];
  options: RememberedOptions;
  counts: Counts;
  /** ISO 8601. */
  begun: string;
  /** When it was promoted. */
  live: string;
  /** The version of the service. */
  version: string;
  /** The borders that it is made from. */
  borders?: string;
}

const count = Joi.number().integer().min(0);

export const sourceSchema = Joi.alternatives(
  Joi.object({ generation: Joi.string().required(), name: Joi.forbidden() }),
  Joi.object({
    name: Joi.string().required(),
    bytes: count.required(),
    sha256: Joi.string().hex().length(64).required(),
    asOf: Joi.string().isoDate(),
    builtIn: Joi.valid(true),
    role: Joi.valid('mapping', 'sources', 'changes'),
  }),
);

export const countsSchema = Joi.object<Counts>({
  rows: count.required(),
  indexed: count.required(),
  rejected: count.required(),
});

const schema = Joi.object<Provenance>({
  sources: Joi.array().items(sourceSchema).required(),
  options: Joi.object({
    primaryMinimumPopulation: count,
    landCountries: Joi.array().items(Joi.string().pattern(/^[A-Z]{3}$/)),
  }).required(),
  counts: countsSchema.required(),
  begun: Joi.string().isoDate().required(),
  live: Joi.string().isoDate().required(),
  version: Joi.string().required(),
  borders: Joi.string(),
});

/** Reads the provenance from a mapping's `_meta`; undefined if it is absent or malformed. */
export function readProvenance(meta: unknown): Provenance | undefined {
  const { provenance } = (meta ?? {}) as { provenance?: unknown };
  if (provenance === undefined) return undefined;
  // A later version may record more.
  const result = schema.validate(provenance, { convert: false, stripUnknown: true });
  return result.error === undefined ? result.value : undefined;
}
