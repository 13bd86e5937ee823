import Joi from 'joi';
import { type Provenance, readProvenance, type Source } from '../../indices/provenance.js';
import type { DescribedIndex } from '../search/describeIndices.js';
import type { Counted } from './queries.js';

/** A file, or another generation. */
type ShownSource =
  { name: string; bytes: number; sha256: string; built_in: boolean } | { generation: string };

/** The live generation of a resource, as callers see it; null is what it does not remember. */
interface LiveGeneration {
  generation: string;
  since: string | null;
  version: string | null;
  documents: number;
  rows: number | null;
  sources: readonly ShownSource[];
}

/** A resource, and what of it is live, as callers see it. */
export interface ResourceData {
  resource: string;
  live: LiveGeneration | null;
  languages?: Readonly<Record<string, number>>;
  rejects: number | null;
}

const count = Joi.number().integer().min(0);
const name = Joi.string();

const sourceSchema = Joi.alternatives(
  Joi.object({
    name: name.required().description('That of a file, without its folder'),
    bytes: count.required(),
    sha256: name.required(),
    built_in: Joi.boolean().required().description('True if it comes with the service'),
  }),
  Joi.object({ generation: name.required().description('That of another resource') }),
);

const liveSchema = Joi.object<LiveGeneration>({
  generation: name.required().description('The index that holds it'),
  since: name.allow(null).required().description('When it went live, in ISO 8601'),
  version: name.allow(null).required().description('Of the service that made it'),
  documents: count
    .required()
    .description('How many are in it; one of lands is what up to 2,401 lands are made of'),
  rows: count.allow(null).required().description('How many its sources have'),
  sources: Joi.array().items(sourceSchema).required().description('What it was made from'),
});

/** The shape of `ResourceData`, for the API documentation. */
export const resourceDataSchema = Joi.object<ResourceData>({
  resource: name.required(),
  live: liveSchema
    .allow(null)
    .required()
    .description('`null`: nothing is live, or it cannot be read'),
  languages: Joi.object()
    .pattern(Joi.string(), Joi.number().min(0).max(1))
    .description('The share of documents with a name in a language; of countries and cities'),
  rejects: count
    .allow(null)
    .required()
    .description('Rows that could not be taken; `null` where not known'),
});

/** Shows a resource of which nothing is live. */
export function presentNothing(resource: string): ResourceData {
  return { resource, live: null, rejects: null };
}

/** Shows what is live of a resource. */
export function presentLive(
  resource: string,
  { index, meta }: DescribedIndex,
  { documents, named }: Counted,
): ResourceData {
  const provenance: Provenance | undefined = readProvenance(meta);
  const shares = Object.entries(named).map(([language, number]) => [
    language,
    roundShare(number / Math.max(1, documents)),
  ]);
  return {
    resource,
    live: {
      generation: index,
      since: provenance?.live ?? null,
      version: provenance?.version ?? null,
      documents,
      rows: provenance?.counts.rows ?? null,
      sources: (provenance?.sources ?? []).map(presentSource),
    },
    ...(shares.length > 0
      ? { languages: Object.fromEntries(shares) as Record<string, number> }
      : {}),
    rejects: provenance?.counts.rejected ?? null,
  };
}

function presentSource(source: Source): ShownSource {
  if ('generation' in source) return { generation: source.generation };
  const { name, bytes, sha256, builtIn = false } = source;
  return { name, bytes, sha256, built_in: builtIn };
}

function roundShare(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
