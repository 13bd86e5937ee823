import { readFile } from 'node:fs/promises';
import { uniq } from 'es-toolkit/array';
import { pick } from 'es-toolkit/object';
import Joi from 'joi';
import { UsageError } from '../../core/cli/failure.js';
import type { FileSource } from '../../indices/provenance.js';
import { sourceFile } from './dataFile.js';
import type { Cells, Reading } from './cells.js';
import { validated } from './declaration.js';
import { UTF8 } from './lines.js';
import { PAIR_ORDERS, type PairOrder } from './location.js';
import { locationOf, reading, stateOf } from './openFile.js';
import { reasonFaults } from './reasons.js';
import { POINT_COLUMNS, POINT_FORMATS, type RecordFormat } from './records.js';
import { type Members, members, share } from './rules.js';
import { type Where, whereSchema } from './where.js';

/** Maps the columns of a file to the fields of its rows, as a person writes it. */
interface Declared<Field extends string> extends RecordFormat {
  /** Column of the file → field. In JSON a column may be a dotted path. */
  fields: Readonly<Record<string, Field>>;
  /** Empty if one column is the id. */
  id: readonly string[];
  constants: Cells<Field>;
  /** Stands before the fraction of a number. */
  decimal: '.' | ',';
  /** The order of two numbers in the column of the field `location`. */
  location?: PairOrder;
  where: Where;
  expected: Readonly<Record<string, number>>;
}

export interface Mapping<Field extends string> extends Declared<Field> {
  /** The further texts of its kind, by name. */
  texts: Readonly<Record<string, string>>;
  /** The mapping file, if there is one. */
  sources: readonly FileSource[];
}

/** The fields that files of one kind of rows may have. */
export interface MappingKind<Field extends string> {
  readers: Readonly<Record<Field, (cell: unknown) => Reading<unknown>>>;
  required: readonly Field[];
  /** Further members of the mapping, which are texts. */
  texts: Members;
}

/** Fields that differ from row to row, and so cannot be constants. */
const OF_ROWS: readonly string[] = ['id', 'name', 'latitude', 'longitude', 'location'];

const forCsv = (schema: Joi.Schema): Joi.Schema =>
  schema.when('format', { not: 'csv', then: Joi.forbidden() });

export function mappingSchema<Field extends string>(
  kind: MappingKind<Field>,
): Joi.ObjectSchema<Declared<Field>> {
  const fields = fieldsOf(kind);
  const constants = fields.filter((field) => !OF_ROWS.includes(field));
  const constant = Joi.custom((value: unknown, { state }) => {
    const reading = kind.readers[state.path?.at(-1) as Field](value);
    if ('fault' in reading) throw new Error(reading.fault);
    return value;
  });
  return members({
    $schema: Joi.string().strip(),
    format: Joi.valid('csv', 'ndjson', ...POINT_FORMATS).required(),
    delimiter: forCsv(
      Joi.string()
        .length(1)
        .invalid('"', '\n', '\r')
        .messages({ '*': 'must be one character, not a quotation mark' })
        .default(','),
    ),
    header: forCsv(Joi.boolean().default(true)).description('false: columns are numbers from 1'),
    quote: forCsv(Joi.valid('"', 'none').default('"')).description(
      'none: a quotation mark is a letter',
    ),
    encoding: Joi.string()
      .custom((name: string) => new TextDecoder(name).encoding)
      .messages({ 'any.custom': 'is not an encoding, such as windows-1252 or utf-16le' })
      .default(UTF8)
      .when('format', {
        not: Joi.valid('csv', 'ndjson'),
        then: Joi.forbidden().messages({ 'any.unknown': 'is for csv and ndjson only' }),
      })
      .description('Of the text, as TextDecoder names it'),
    decimal: Joi.valid('.', ',')
      .default('.')
      .description("',': 51,49 is a number, and 1.234 a thousand"),
    location: Joi.valid(...PAIR_ORDERS)
      .messages({ '*': "must be 'lat,lon' or 'lon,lat', in quotation marks" })
      .description('The order of two numbers in the column of the field location'),
    ...kind.texts,
    fields: Joi.object()
      .pattern(Joi.string(), Joi.valid(...fields).messages({ '*': 'is not mapped to a field' }))
      .required()
      .description('Column: field'),
    id: Joi.array()
      .items(Joi.string(), Joi.number().custom(String))
      .default([])
      .description('Columns whose texts make the id, with - between them'),
    constants: Joi.object()
      .pattern(Joi.valid(...constants), constant)
      .messages({ 'object.unknown': 'cannot be a constant' })
      .default({})
      .description('Field: value of all rows'),
    where: whereSchema,
    expected: Joi.object()
      .pattern(Joi.string(), share('At most this share of the rows'))
      .default({})
      .description('Reasons for which rows may be rejected, as the run shows them'),
  })
    .custom((declared: Declared<Field>) => {
      const faults = relationFaults(declared, kind);
      if (faults.length > 0) throw new Error(faults.join('; '));
      return declared;
    })
    .messages({
      'any.required': 'is missing',
      'any.unknown': 'is for csv only',
    }) as Joi.ObjectSchema<Declared<Field>>;
}

export function fieldsOf<Field extends string>({ readers }: MappingKind<Field>): Field[] {
  return Object.keys(readers) as Field[];
}

/** Lists the faults between the members of a mapping. */
function relationFaults<Field extends string>(
  declared: Declared<Field>,
  kind: MappingKind<Field>,
): string[] {
  const { fields, id, constants } = declared;
  const isInOne = Object.values<string>(fields).includes('location');
  const taken: string[] = [
    ...[...Object.values<string>(fields), ...Object.keys(constants)],
    ...(id.length > 0 ? ['id'] : []),
    ...(hasPoint(declared) || isInOne ? Object.values(POINT_COLUMNS) : []),
  ];
  const mapped = fieldsOf(kind).filter((field) => taken.includes(field));
  const ofFields = fieldsOf(kind).flatMap((field) => {
    const times = taken.filter((name) => name === field).length;
    if (times > 1) return [`${field} is mapped ${times} times, constants included`];
    const isLacking = times === 0 && kind.required.includes(field);
    return isLacking ? [`${field} is mapped by no column`] : [];
  });
  return [...ofFields, ...reasonFaults(Object.keys(declared.expected), mapped, kind)];
}

/** True for features whose coordinates come from their points. */
function hasPoint({ format, fields }: Declared<string>): boolean {
  const others = ['latitude', 'longitude', 'location'];
  const isMapped = Object.values(fields).some((field) => others.includes(field));
  return format !== 'csv' && format !== 'ndjson' && !isMapped;
}

/**
 * Reads a mapping, or the file that holds one.
 * @throws one error that lists the faults and what is accepted
 */
export async function readMapping<Field extends string>(
  given: string | object,
  kind: MappingKind<Field>,
): Promise<Mapping<Field>> {
  const file = typeof given === 'string' ? given : undefined;
  const bytes =
    file === undefined
      ? Buffer.from(JSON.stringify(given))
      : await reading(file, stateOf(locationOf(file).path).then(() => readFile(locationOf(file).path))); // prettier-ignore
  const { value, faults } = validated(bytes, mappingSchema(kind));
  if (value === undefined || faults.length > 0) {
    const listed = uniq(fieldsOf(kind).map((field) => field.replace(/:.+/, ':<language>'))).join(', '); // prettier-ignore
    throw new UsageError(
      [
        `${file ?? 'The mapping'} is not a valid mapping:`,
        ...faults.map((fault) => `- ${fault}`),
        `Fields are ${listed}; ${kind.required.join(', ')} must be mapped.`,
        'docs/sources.md shows what else may be in it.',
      ].join('\n'),
    );
  }
  const points = hasPoint(value) ? POINT_COLUMNS : {};
  return {
    ...value,
    fields: { ...value.fields, ...(points as Record<string, Field>) },
    texts: pick(value as unknown as Record<string, string>, Object.keys(kind.texts)),
    sources: file === undefined ? [] : [{ ...sourceFile(file, bytes), role: 'mapping' }],
  };
}
