import Joi from 'joi';
import { type MappingKind, mappingSchema } from './mapping.js';
import { ANY_PART } from './parts.js';
import { day, eitherOf, type Members, oneOf, path } from './rules.js';

/** Files with rows, and what is in their columns. */
export interface MappedSource {
  file: string;
  /** A mapping, or the path of a file that holds one. */
  mapping: string | object;
}

/** A source whose day is known. */
export interface DatedSource {
  as_of?: string;
}

const builtIn = Joi.valid('built-in')
  .messages({ '*': 'must be "built-in" or an object' })
  .description('What comes with the project');

/** Accepts sources of these kinds, mapped files, and what is built in. */
export function sourceList<Field extends string>(
  kinds: Readonly<Record<string, Members>>,
  kind: MappingKind<Field>,
  others: Members = {},
): Joi.ArraySchema {
  const mapped = {
    file: path(
      'CSV, NDJSON or GeoJSON, also within .zip or .gz; Shapefile or Parquet',
      ANY_PART,
    ).required(),
    mapping: eitherOf(
      Joi.string(),
      path('The file with the fields of its columns'),
      // Defaults are filled in when the mapping is read.
      mappingSchema(kind).raw(),
    )
      .required()
      .description('Which column is which field'),
  };
  const all = Object.entries({ ...kinds, file: mapped });
  const withOthers = all.map(
    ([name, members]) => [name, { ...members, ...others, as_of: day }] as const,
  );
  return Joi.array()
    .min(1)
    .items(oneOf(Object.fromEntries(withOthers), builtIn))
    .description('Read one after the other');
}
