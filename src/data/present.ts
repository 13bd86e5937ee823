import { round } from 'es-toolkit/math';
import { mapValues } from 'es-toolkit/object';
import Joi from 'joi';
import { readProvenance, type Source } from '../../indices/provenance.js';
import { objectSchema } from '../lookups/answers.js';
import type { LiveIndex } from '../search/live.js';
import type { Counted } from './queries.js';

const count = Joi.number().integer().min(0);
const name = Joi.string();

// One object, because many generators of clients cannot read a choice of several.
const sourceSchema = objectSchema('Source', {
  name: name.description('The name of the file, without its folder, or its https address'),
  bytes: count,
  sha256: name,
  built_in: Joi.boolean().description('True if it comes with the service'),
  generation: name.description(
    'The generation of another resource. Then no other member is there; else all others are',
  ),
});

const liveSchema = objectSchema('Generation', {
  generation: name.required().description('The index that holds it'),
  since: name.allow(null).required().description('When it was promoted, in ISO 8601'),
  version: name.allow(null).required().description('The version of the service that made it'),
  documents: count
    .required()
    .description('The number of its documents; a document of lands stands for up to 2,401 lands'),
  rows: count.allow(null).required().description('The number of rows in its sources'),
  sources: Joi.array().items(sourceSchema).required().description('The sources it was made from'),
});

export const resourceDataSchema = objectSchema('ResourceData', {
  resource: name.required(),
  live: liveSchema
    .allow(null)
    .required()
    .description('`null` if no generation is live, or it cannot be read'),
  languages: Joi.object()
    .pattern(Joi.any(), Joi.number().min(0).max(1))
    .description(
      'The share of documents that have a name in each language; only for countries and cities',
    ),
  rejects: count
    .allow(null)
    .required()
    .description('The number of rejected rows; `null` if unknown'),
});

/** Returns the entry of a resource. Values that its live generation does not record are null. */
export function presentResource(
  resource: string,
  live: LiveIndex | undefined,
  { documents, named }: Counted,
) {
  const provenance = readProvenance(live?.state.mappings?._meta);
  const generation = live && {
    generation: live.index,
    since: provenance?.live ?? null,
    version: provenance?.version ?? null,
    documents,
    rows: provenance?.counts.rows ?? null,
    sources: (provenance?.sources ?? []).map(presentSource),
  };
  const languages = mapValues(named, (count) => round(count / Math.max(1, documents), 4));
  return {
    resource,
    live: generation ?? null,
    ...(Object.keys(named).length > 0 ? { languages } : {}),
    rejects: provenance?.counts.rejected ?? null,
  };
}

function presentSource(source: Source) {
  if ('generation' in source) return { generation: source.generation };
  const { name, bytes, sha256, builtIn = false } = source;
  return { name, bytes, sha256, built_in: builtIn };
}
