import Joi from 'joi';

/** A file that documents are made from, as what is made from it remembers it. */
export interface SourceFile {
  /** Without its folder. */
  name: string;
  bytes: number;
  sha256: string;
}

/** A file that a generation was made from, or another generation. */
export type Source = FileSource | GenerationSource;

export interface FileSource extends SourceFile {
  /** It comes with the project. */
  builtIn?: true;
  /** It tells how another one is read, or what the others are. */
  role?: 'mapping' | 'sources';
}

export interface GenerationSource {
  generation: string;
}

/** The settings of a generation, by the names of the command line's options. */
export interface RememberedOptions {
  primaryMinimumPopulation?: number;
  /** Absent: all. */
  landCountries?: readonly string[];
  currentSeason?: number;
}

export interface Counts {
  /** Of the source. */
  rows: number;
  indexed: number;
  rejected: number;
}

/** What a generation remembers of its making, in clear, in the `_meta` of its mapping. */
export interface Provenance {
  sources: readonly Source[];
  options: RememberedOptions;
  counts: Counts;
  /** ISO 8601. */
  begun: string;
  /** Since when it is live. */
  live: string;
  /** Of the service. */
  version: string;
}

const count = Joi.number().integer().min(0);

export const sourceSchema = Joi.alternatives(
  Joi.object({ generation: Joi.string().required(), name: Joi.forbidden() }),
  Joi.object({
    name: Joi.string().required(),
    bytes: count.required(),
    sha256: Joi.string().hex().length(64).required(),
    builtIn: Joi.valid(true),
    role: Joi.valid('mapping', 'sources'),
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
    currentSeason: count,
  }).required(),
  counts: countsSchema.required(),
  begun: Joi.string().isoDate().required(),
  live: Joi.string().isoDate().required(),
  version: Joi.string().required(),
});

/**
 * Reads what a generation remembers out of its `_meta`, which anybody could have written.
 * @returns undefined when it remembers nothing, as those of earlier versions, or nothing sound
 */
export function readProvenance(meta: unknown): Provenance | undefined {
  const { provenance } = (meta ?? {}) as { provenance?: unknown };
  if (provenance === undefined) return undefined;
  // A later version may remember more.
  const result = schema.validate(provenance, { convert: false, stripUnknown: true });
  return result.error === undefined ? result.value : undefined;
}
