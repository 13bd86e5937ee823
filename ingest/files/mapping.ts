import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import Joi from 'joi';
import type { Reading } from './readings.js';
import { stateOf, unreadable } from './openFile.js';

/** The cells of a row, by field. A field that the row lacks is absent. */
export type Cells<Field extends string> = Partial<Record<Field, unknown>>;

/** A row of a file as it stands there, or why it cannot be read. */
export type FileRow<Field extends string> =
  /** Line of the file, from 1. */
  | { line: number; cells: Cells<Field>; row: string }
  | { line: number; id: string; reason: string; row: string };

/** Maps the columns of a file to the fields of its rows. */
export interface Mapping<Field extends string> {
  format: 'csv' | 'ndjson';
  /** The delimiter of CSV. */
  delimiter: string;
  /** Column of the file → field. For NDJSON a column may be a dotted path. */
  fields: ReadonlyMap<string, Field>;
  /** Values that all rows of the file share. */
  constants: Cells<Field>;
  /** The further texts of its kind, by name. */
  texts: Readonly<Record<string, string>>;
  /** A hash of the whole mapping. */
  digest: string;
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

interface MappingFile<Field extends string> {
  format: Mapping<Field>['format'];
  delimiter?: string;
  fields: Record<string, Field>;
  constants?: Cells<Field>;
}

const delimiter = Joi.string().length(1).invalid('"', '\n', '\r').messages({
  '*': 'must be one character, not a quotation mark',
  'any.unknown': 'is for csv only',
});

function schemaOf<Field extends string>(kind: MappingKind<Field>): Joi.ObjectSchema {
  const fields = fieldsOf(kind);
  const constants = fields.filter((field) => !kind.own.includes(field));
  const texts = Object.entries(kind.texts).map(([name, { pattern, fault }]) => [
    name,
    Joi.string().pattern(pattern).messages({ '*': fault }),
  ]);
  return Joi.object({
    format: Joi.valid('csv', 'ndjson').required().messages({ '*': 'must be csv or ndjson' }),
    delimiter: Joi.when('format', { is: 'csv', then: delimiter, otherwise: delimiter.forbidden() }),
    ...(Object.fromEntries(texts) as Record<string, Joi.Schema>),
    fields: Joi.object()
      .pattern(Joi.string(), Joi.valid(...fields).messages({ '*': 'is not mapped to a field' }))
      .required()
      .messages({ 'any.required': 'is missing', 'object.base': 'must be an object' }),
    constants: Joi.object()
      .pattern(
        Joi.valid(...constants),
        Joi.custom((value: unknown, { state }) => checkConstant(kind, value, state.path?.at(-1))),
      )
      .messages({
        'object.base': 'must be an object',
        'object.unknown': 'cannot be a constant',
        'any.custom': '{{#error.message}}',
      }),
  }).messages({ 'object.base': 'must be an object', 'object.unknown': 'is not known' });
}

function fieldsOf<Field extends string>({ readers }: MappingKind<Field>): Field[] {
  return Object.keys(readers) as Field[];
}

function checkConstant<Field extends string>(
  { readers }: MappingKind<Field>,
  value: unknown,
  field: unknown,
): unknown {
  const reading = readers[field as Field](value);
  if ('fault' in reading) throw new Error(reading.fault);
  return value;
}

/** @throws one error that lists every fault and what is accepted */
export async function readMapping<Field extends string>(
  file: string,
  kind: MappingKind<Field>,
): Promise<Mapping<Field>> {
  const bytes = await readRegular(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  if (!isUtf8(bytes)) throw notValid(file, ['it is not UTF-8: save it so'], kind);
  return parseMapping(bytes.toString(), file, kind);
}

/** Reads a file; a device may have no end. */
async function readRegular(file: string): Promise<Buffer> {
  await stateOf(file);
  return await readFile(file);
}

/** @throws as `readMapping` */
export function parseMapping<Field extends string>(
  text: string,
  file: string,
  kind: MappingKind<Field>,
): Mapping<Field> {
  const given = parseJson(text, file, kind);
  const options = { abortEarly: false, convert: false, errors: { label: false as const } };
  const result = schemaOf(kind).validate(given, options);
  const faults = (result.error?.details ?? []).map(({ path: [first, ...rest], message }) =>
    [first ?? 'the mapping', ...rest.map((name) => `"${name}"`), message].join(' '),
  );
  faults.push(...relationFaults(given as Partial<MappingFile<Field>>, kind));
  if (result.error !== undefined || faults.length > 0) throw notValid(file, faults, kind);
  const value = result.value as MappingFile<Field> & Record<string, unknown>;
  return {
    format: value.format,
    delimiter: value.delimiter ?? ',',
    fields: new Map<string, Field>(Object.entries(value.fields)),
    constants: value.constants ?? {},
    texts: Object.fromEntries(
      Object.entries(kind.texts).map(([name, { byDefault }]) => {
        const text = value[name];
        return [name, typeof text === 'string' ? text : byDefault];
      }),
    ),
    digest: createHash('sha256').update(JSON.stringify(value)).digest('hex'),
  };
}

/** Lists the faults between fields, as far as fields are given. */
function relationFaults<Field extends string>(
  given: Partial<MappingFile<Field>> | null,
  kind: MappingKind<Field>,
): string[] {
  const { fields, constants } = given ?? {};
  if (!isObject(fields)) return [];
  const mapped: unknown[] = Object.values(fields);
  const constant = isObject(constants) ? Object.keys(constants) : [];
  const faults: string[] = [];
  for (const field of fieldsOf(kind)) {
    const times = [...mapped, ...constant].filter((name) => name === field).length;
    if (times > 1) faults.push(`${field} is mapped ${times} times, constants included`);
    const isGiven = mapped.includes(field) || (!kind.own.includes(field) && times > 0);
    if (kind.required.includes(field) && !isGiven) faults.push(`${field} is mapped by no column`);
  }
  return faults;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function parseJson<Field extends string>(
  text: string,
  file: string,
  kind: MappingKind<Field>,
): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw notValid(file, [`it is not JSON: ${error instanceof Error ? error.message : ''}`], kind);
  }
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
