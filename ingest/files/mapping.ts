import { readFile } from 'node:fs/promises';
import Joi from 'joi';
import type { FileSource } from '../../indices/provenance.js';
import { sourceFile } from '../sources/builtInFile.js';
import { validated } from './declaration.js';
import { reading, stateOf } from './openFile.js';
import type { Cells, Reading } from './cells.js';

/** A row of a file, or why it cannot be read. `line` counts from 1; `row` is its text. */
export type FileRow<Field extends string> =
  | { line: number; cells: Cells<Field>; row: string }
  | { line: number; id: string; reason: string; row: string };

/** Maps the columns of a file to the fields of its rows. */
export interface Mapping<Field extends string> {
  format: 'csv' | 'ndjson';
  /** Separates the cells of a CSV file. */
  delimiter: string;
  /** Column of the file → field. For NDJSON a column may be a dotted path. */
  fields: ReadonlyMap<string, Field>;
  /** Values that all rows of the file share. */
  constants: Cells<Field>;
  /** The further texts of its kind, by name. */
  texts: Readonly<Record<string, string>>;
  /** The mapping file itself. */
  source: FileSource;
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

/** The content of a mapping file. */
type MappingFile<Field extends string> = Pick<Mapping<Field>, 'format'> & {
  delimiter?: string;
  fields: Record<string, Field>;
  constants?: Cells<Field>;
};

const delimiter = Joi.string().length(1).invalid('"', '\n', '\r').messages({
  '*': 'must be one character, not a quotation mark',
  'any.unknown': 'is for csv only',
});

function schemaOf<Field extends string>(
  kind: MappingKind<Field>,
): Joi.ObjectSchema<MappingFile<Field>> {
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
  return Joi.object({
    format: Joi.valid('csv', 'ndjson').required().messages({ '*': 'must be csv or ndjson' }),
    delimiter: Joi.when('format', { is: 'csv', then: delimiter, otherwise: delimiter.forbidden() }),
    ...(Object.fromEntries(texts) as Record<string, Joi.Schema>),
    fields: Joi.object()
      .pattern(Joi.string(), Joi.valid(...fields).messages({ '*': 'is not mapped to a field' }))
      .required()
      .messages({ 'any.required': 'is missing' }),
    constants: Joi.object()
      .pattern(Joi.valid(...constants), constant)
      .messages({ 'object.unknown': 'cannot be a constant', 'any.custom': '{{#error.message}}' }),
  }).messages({
    'object.base': 'must be an object',
    'object.unknown': 'is not known',
  }) as Joi.ObjectSchema<MappingFile<Field>>;
}

export function fieldsOf<Field extends string>({ readers }: MappingKind<Field>): Field[] {
  return Object.keys(readers) as Field[];
}

/** @throws one error that lists every fault and what is accepted */
export async function readMapping<Field extends string>(
  file: string,
  kind: MappingKind<Field>,
): Promise<Mapping<Field>> {
  const bytes = await reading(
    file,
    stateOf(file).then(() => readFile(file)),
  );
  const { value, given, faults } = validated(bytes, schemaOf(kind));
  faults.push(...relationFaults(given as Partial<MappingFile<Field>> | undefined, kind));
  if (value === undefined || faults.length > 0) throw notValid(file, faults, kind);
  const texts = value as Partial<Record<string, unknown>>;
  return {
    format: value.format,
    delimiter: value.delimiter ?? ',',
    fields: new Map<string, Field>(Object.entries(value.fields)),
    constants: value.constants ?? {},
    texts: Object.fromEntries(
      Object.entries(kind.texts).map(([name, { byDefault }]) => [
        name,
        (texts[name] ?? byDefault) as string,
      ]),
    ),
    source: { ...sourceFile(file, bytes), role: 'mapping' },
  };
}

/** Lists the faults between fields, as far as fields are given. */
function relationFaults<Field extends string>(
  { fields, constants }: Partial<MappingFile<Field>> = {},
  kind: MappingKind<Field>,
): string[] {
  if (!isObject(fields)) return [];
  const mapped: unknown[] = Object.values(fields);
  const constant = isObject(constants) ? Object.keys(constants) : [];
  return fieldsOf(kind).flatMap((field) => {
    const times = [...mapped, ...constant].filter((name) => name === field).length;
    if (times > 1) return [`${field} is mapped ${times} times, constants included`];
    const isGiven = mapped.includes(field) || (!kind.own.includes(field) && times > 0);
    return kind.required.includes(field) && !isGiven ? [`${field} is mapped by no column`] : [];
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function notValid<Field extends string>(
  file: string,
  faults: readonly string[],
  { texts, listed, required }: MappingKind<Field>,
): Error {
  const more = Object.entries(texts).map(
    ([name, { byDefault }]) => `${name} (default "${byDefault}")`,
  );
  return new Error(
    [
      `${file} is not a valid mapping:`,
      ...faults.map((fault) => `- ${fault}`),
      'It is a JSON object of format (csv or ndjson), fields (column: field) and, where wanted,',
      `${['delimiter (of csv; default ",")', ...more].join(', ')} and constants (field: value).`,
      `Fields are ${listed}; ${required.join(', ')} must be mapped.`,
    ].join('\n'),
  );
}
