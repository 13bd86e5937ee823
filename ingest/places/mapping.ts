import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import Joi from 'joi';
import { unreadable } from './fileText.js';
import { READERS } from './readings.js';
import { PLACE_FIELDS, type PlaceCells, type PlaceField, REQUIRED_FIELDS } from './row.js';

/** The mapping of a file's columns to the fields of a place. */
export interface Mapping {
  format: 'csv' | 'ndjson';
  /** Of CSV. */
  delimiter: string;
  /** Between the addresses in a text of several photos. */
  photosSeparator: string;
  /** Column of the file → field. For NDJSON a column may be a dotted path. */
  fields: ReadonlyMap<string, PlaceField>;
  /** Values that all places of the file have in common. */
  constants: PlaceCells;
  /** Stands for the whole mapping: another one, perhaps other places. */
  digest: string;
}

interface MappingFile {
  format: Mapping['format'];
  delimiter?: string;
  photosSeparator?: string;
  fields: Record<string, PlaceField>;
  constants?: PlaceCells;
}

const OPTIONAL_FIELDS = PLACE_FIELDS.filter((field) => !REQUIRED_FIELDS.includes(field));

const delimiter = Joi.string().length(1).invalid('"', '\n', '\r').messages({
  '*': 'must be one character, no quotation mark',
  'any.unknown': 'is for csv only',
});

const schema = Joi.object<MappingFile>({
  format: Joi.valid('csv', 'ndjson').required().messages({ '*': 'must be csv or ndjson' }),
  delimiter: Joi.when('format', { is: 'csv', then: delimiter, otherwise: delimiter.forbidden() }),
  photosSeparator: Joi.string().messages({ '*': 'must be a text that is not empty' }),
  fields: Joi.object()
    .pattern(Joi.string(), Joi.valid(...PLACE_FIELDS).messages({ '*': 'is not mapped to a field' }))
    .required()
    .messages({ 'any.required': 'is missing', 'object.base': 'must be an object' }),
  constants: Joi.object()
    .pattern(Joi.valid(...OPTIONAL_FIELDS), Joi.custom(checkConstant))
    .messages({
      'object.base': 'must be an object',
      'object.unknown': 'cannot be a constant',
      'any.custom': '{{#error.message}}',
    }),
}).messages({ 'object.base': 'must be an object', 'object.unknown': 'is not known' });

function checkConstant(value: unknown, { state }: Joi.CustomHelpers): unknown {
  const field = state.path?.at(-1) as PlaceField;
  const reading = READERS[field](value);
  if ('fault' in reading) throw new Error(reading.fault);
  return value;
}

/** @throws one error that lists every fault and what is accepted */
export async function readMapping(file: string): Promise<Mapping> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error);
  });
  return parseMapping(text, file);
}

/** @throws as `readMapping` */
export function parseMapping(text: string, file: string): Mapping {
  const given = parseJson(text, file);
  const options = { abortEarly: false, convert: false, errors: { label: false as const } };
  const result = schema.validate(given, options);
  const faults = (result.error?.details ?? []).map(({ path: [first, ...rest], message }) =>
    [first ?? 'the mapping', ...rest.map((name) => `"${name}"`), message].join(' '),
  );
  faults.push(...relationFaults(given as Partial<MappingFile>));
  if (result.error !== undefined || faults.length > 0) throw notValid(file, faults);
  const { value } = result;
  return {
    format: value.format,
    delimiter: value.delimiter ?? ',',
    photosSeparator: value.photosSeparator ?? '|',
    fields: new Map(Object.entries(value.fields)),
    constants: value.constants ?? {},
    digest: createHash('sha256').update(JSON.stringify(value)).digest('hex'),
  };
}

/** Lists the faults between fields, as far as fields are given. */
function relationFaults(given: Partial<MappingFile> | null): string[] {
  const { fields, constants } = given ?? {};
  if (!isObject(fields)) return [];
  const mapped: unknown[] = Object.values(fields);
  const constant = isObject(constants) ? Object.keys(constants) : [];
  const faults: string[] = [];
  for (const field of PLACE_FIELDS) {
    const times = [...mapped, ...constant].filter((name) => name === field).length;
    if (times > 1) faults.push(`${field} is mapped ${times} times, constants included`);
    if (REQUIRED_FIELDS.includes(field) && !mapped.includes(field)) {
      faults.push(`${field} is mapped by no column`);
    }
  }
  return faults;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw notValid(file, [`it is no JSON: ${error instanceof Error ? error.message : ''}`]);
  }
}

function notValid(file: string, faults: readonly string[]): Error {
  return new Error(
    [
      `${file} is not a valid mapping:`,
      ...faults.map((fault) => `- ${fault}`),
      'It is a JSON object of format (csv or ndjson), fields (column: field) and, where wanted,',
      'delimiter (of csv; default ","), photosSeparator (default "|") and constants (field: value).',
      `Fields are ${PLACE_FIELDS.join(', ')}; ${REQUIRED_FIELDS.join(', ')} must be mapped.`,
    ].join('\n'),
  );
}
