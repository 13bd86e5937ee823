import { readFile } from 'node:fs/promises';
import Joi from 'joi';
import { UsageError } from '../../core/cli/failure.js';
import type { FileSource } from '../../indices/provenance.js';
import { sourceFile } from '../sources/builtInFile.js';
import type { Cells, Reading } from './cells.js';
import { validated } from './declaration.js';
import { reading, stateOf } from './openFile.js';
import { POINT_COLUMNS, type RecordFormat } from './records.js';
import { members, share } from './rules.js';
import { type Where, whereSchema } from './where.js';

/** A mapping as a person writes it, in a file of its own or within the sources file. */
export interface MappingDeclaration<Field extends string = string> extends Partial<RecordFormat> {
  format: RecordFormat['format'];
  /** Column of the file → field. In JSON a column may be a dotted path. */
  fields: Readonly<Record<string, Field>>;
  /** Columns that make the id together. */
  id?: readonly (string | number)[];
  /** Values that all rows of the file share. */
  constants?: Cells<Field>;
  where?: Where;
  /** Reasons for which rows may be rejected, each with a share of the rows. */
  expected?: Readonly<Record<string, number>>;
}

/** Maps the columns of a file to the fields of its rows. */
export interface Mapping<Field extends string>
  extends
    RecordFormat,
    Required<Pick<MappingDeclaration<Field>, 'constants' | 'where' | 'expected'>> {
  fields: ReadonlyMap<string, Field>;
  /** None if a column is the id. */
  id: readonly string[];
  /** The further texts of its kind, by name. */
  texts: Readonly<Record<string, string>>;
  /** Another version maps in another way. */
  version: string;
  /** The mapping file, if there is one. */
  sources: readonly FileSource[];
}

/** The fields that files of one kind of rows may have. */
export interface MappingKind<Field extends string> {
  /** The reader of each field's cell. */
  readers: Readonly<Record<Field, (cell: unknown) => Reading<unknown>>>;
  required: readonly Field[];
  /** Fields that differ from row to row, and so cannot be constants. */
  own: readonly Field[];
  /** Further members of the mapping. */
  texts: Readonly<Record<string, { byDefault: string; pattern: RegExp; fault: string }>>;
  /** The fields, as messages list them. */
  listed: string;
}

const FORMATS = ['csv', 'ndjson', 'geojson'] as const;

const forCsv = (schema: Joi.Schema): Joi.Schema =>
  schema.when('format', { is: 'csv', otherwise: Joi.forbidden() });

/** Returns the rules of a mapping, without those between its fields. */
export function mappingSchema<Field extends string>(
  kind: MappingKind<Field>,
): Joi.ObjectSchema<MappingDeclaration<Field>> {
  const fields = fieldsOf(kind);
  const constants = fields.filter((field) => !kind.own.includes(field));
  const texts = Object.entries(kind.texts).map(([name, { pattern, fault }]) => [
    name,
    Joi.string().pattern(pattern).messages({ '*': fault }),
  ]);
  const constant = Joi.custom((value: unknown, { state }) => {
    const reading = kind.readers[state.path?.at(-1) as Field](value);
    if ('fault' in reading) throw new Error(reading.fault);
    return value;
  });
  return members({
    $schema: Joi.string().strip(),
    format: Joi.valid(...FORMATS)
      .required()
      .messages({ '*': 'must be csv, ndjson or geojson' }),
    delimiter: forCsv(
      Joi.string()
        .length(1)
        .invalid('"', '\n', '\r')
        .messages({ '*': 'must be one character, not a quotation mark' }),
    ),
    header: forCsv(Joi.boolean()).description('false: columns are numbers from 1'),
    ...(Object.fromEntries(texts) as Record<string, Joi.Schema>),
    fields: Joi.object()
      .pattern(Joi.string(), Joi.valid(...fields).messages({ '*': 'is not mapped to a field' }))
      .required()
      .description('Column: field'),
    id: Joi.array()
      .items(Joi.string(), Joi.number().integer())
      .min(1)
      .description('Columns whose texts make the id, with - between them'),
    constants: Joi.object()
      .pattern(Joi.valid(...constants), constant)
      .messages({ 'object.unknown': 'cannot be a constant' })
      .description('Field: value of all rows'),
    where: whereSchema,
    expected: Joi.object()
      .pattern(Joi.string(), share('At most this share of the rows'))
      .description('Reasons for which rows may be rejected, as the run tells them'),
  }).messages({
    'any.required': 'is missing',
    'any.unknown': 'is for csv only',
  }) as Joi.ObjectSchema<MappingDeclaration<Field>>;
}

function fieldsOf<Field extends string>({ readers }: MappingKind<Field>): Field[] {
  return Object.keys(readers) as Field[];
}

/**
 * Reads a mapping, or the file that holds it.
 * @throws one error that lists every fault of the file and what is accepted
 */
export async function readMapping<Field extends string>(
  given: string | MappingDeclaration,
  kind: MappingKind<Field>,
): Promise<Mapping<Field>> {
  // A sources file with faults is rejected before.
  if (typeof given !== 'string') {
    return mappingOf(given as MappingDeclaration<Field>, kind, JSON.stringify(given), []);
  }
  const bytes = await reading(
    given,
    stateOf(given).then(() => readFile(given)),
  );
  const { value, given: content, faults } = validated(bytes, mappingSchema(kind));
  faults.push(...relationFaults(content, kind));
  if (value === undefined || faults.length > 0) throw notValid(given, faults, kind);
  const source = sourceFile(given, bytes);
  const sources: FileSource[] = [{ ...source, role: 'mapping' }];
  return mappingOf(value, kind, source.sha256, sources);
}

function mappingOf<Field extends string>(
  declared: MappingDeclaration<Field>,
  kind: MappingKind<Field>,
  version: string,
  sources: readonly FileSource[],
): Mapping<Field> {
  const { format, delimiter = ',', header = true, id = [], constants = {} } = declared;
  const fields = new Map<string, Field>(Object.entries(declared.fields));
  if (hasPoint(declared)) {
    for (const [field, column] of Object.entries(POINT_COLUMNS)) fields.set(column, field as Field);
  }
  const texts = Object.entries(kind.texts).map(([name, { byDefault }]) => [
    name,
    (declared as unknown as Partial<Record<string, string>>)[name] ?? byDefault,
  ]);
  return {
    ...{ format, delimiter, header, fields, constants, version, sources },
    id: id.map(String),
    texts: Object.fromEntries(texts) as Record<string, string>,
    where: declared.where ?? {},
    expected: declared.expected ?? {},
  };
}

/** True for GeoJSON whose coordinates are those of its points. */
function hasPoint({ format, fields }: Partial<MappingDeclaration>): boolean {
  const mapped: unknown[] = Object.values(fields ?? {});
  return format === 'geojson' && !mapped.includes('latitude') && !mapped.includes('longitude');
}

/** Lists the faults between members, as far as these are given. */
export function relationFaults<Field extends string>(
  given: unknown,
  kind: MappingKind<Field>,
): string[] {
  const declared = isObject(given) ? (given as Partial<MappingDeclaration>) : {};
  const { fields, constants, id, header, where } = declared;
  if (!isObject(fields)) return [];
  const taken = [
    ...Object.values(fields),
    ...(isObject(constants) ? Object.keys(constants) : []),
    ...(id === undefined ? [] : ['id']),
    ...(hasPoint(declared) ? Object.keys(POINT_COLUMNS) : []),
  ];
  const columns = [
    ...Object.keys(fields),
    ...(Array.isArray(id) ? id.map(String) : []),
    ...(isObject(where) ? Object.keys(where) : []),
  ];
  const named = header === false ? columns.filter((column) => !/^[1-9]\d{0,4}$/.test(column)) : [];
  return [
    ...named.map((column) => `"${column}" is not the number of a column, and header is false`),
    ...fieldsOf(kind).flatMap((field) => {
      const times = taken.filter((name) => name === field).length;
      if (times > 1) return [`${field} is mapped ${times} times, constants included`];
      const isGiven = times > 0 && !(kind.own.includes(field) && isConstant(field, declared));
      return kind.required.includes(field) && !isGiven ? [`${field} is mapped by no column`] : [];
    }),
  ];
}

function isConstant(field: string, { constants }: Partial<MappingDeclaration>): boolean {
  return isObject(constants) && Object.hasOwn(constants, field);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function notValid<Field extends string>(
  file: string,
  faults: readonly string[],
  { listed, required }: MappingKind<Field>,
): Error {
  return new UsageError(
    [
      `${file} is not a valid mapping:`,
      ...faults.map((fault) => `- ${fault}`),
      `Fields are ${listed}; ${required.join(', ')} must be mapped.`,
      'docs/ingestion.md shows what else may be in it.',
    ].join('\n'),
  );
}
