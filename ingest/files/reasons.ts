import { uniq } from 'es-toolkit/array';
import { escapeRegExp } from 'es-toolkit/string';
import { nearest } from '../../core/cli/nearest.js';
import { AT_ZERO, type Reading } from './cells.js';
import { MAX_RECORD_LENGTH } from './lines.js';
import { listed, shown } from './shown.js';

/** Cells that no reader takes, each for another reason. */
const BAD_TEXTS = ['\ufffd', ' x', 'x,y', 'x\u0001y', 'x'.repeat(201), 'x<br>y', 'x😀', 'x'];
const BAD_CELLS = [{}, [{}], 1e99, ...BAD_TEXTS, ...BAD_TEXTS.map((text) => [text])];

/** Reasons without a field. `…` stands for any text. */
const OF_ROWS = [
  'latitude and longitude swapped?',
  AT_ZERO,
  '…, a part of the id, is empty',
  'location … is neither two numbers, nor a point of WKT or a cell of H3',
  'location … has two numbers: …',
  'another row has the same id',
  '… has a place with the same id',
  'its id would be longer than … bytes',
  'it is not UTF-8…',
  `it is longer than ${MAX_RECORD_LENGTH} bytes`,
  'it has … cells, the first row has …',
  'text follows a closing quotation mark…',
  'a quotation mark stands within a cell…',
  'the line is not a JSON object',
  'the line is not JSON: …',
  'it draws a …, not a point',
  'the line is neither …',
  'delete …',
  'no city has the id …: use the id of the API',
  'no id could be given',
  'it has … columns, a file of GeoNames has …',
  '… is not a GeoNames id',
  'latitude … is not within …',
  'longitude … is not within …',
  '… is not the alpha-2 code of a country',
  'the name is empty',
  '…_exception: …',
];

interface Kind {
  readers: Readonly<Record<string, (cell: unknown) => Reading<unknown>>>;
  required: readonly string[];
}

/** The commands of a remedy, names such as WGS 84 or EPSG:4326, and limits are the same for every row. */
const KEPT_OR_NUMBER =
  /(`[^`]*`|\b[A-Z]{3,}[ :]\d+|\b(?:from|to|than) -?\d+(?:[.,]\d+)*)|(?<![\w-])-?\d+(?:[.,]\d+)*(?:[eE][+-]?\d+)?/g;

/** Returns a reason without what belongs to one row only. */
export function foldReason(reason: string): string {
  return reason
    .replace(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replace(/(?<!\w)'[^']*'/g, "'…'")
    .replace(/\[\d+:\d+\]/g, '[…]')
    .replace(KEPT_OR_NUMBER, (_, kept?: string) => kept ?? '#');
}

/** Lists the faults of reasons that rows of these fields are never rejected for. */
export function reasonFaults(
  reasons: readonly string[],
  fields: readonly string[],
  kind: Kind,
): string[] {
  const known = uniq([...fields.flatMap((field) => reasonsOf(field, kind)), ...OF_ROWS]);
  const patterns = known.map(
    (each) => new RegExp(`^${escapeRegExp(foldReason(each)).replaceAll('…', '.*')}$`, 's'),
  );
  return reasons
    .flatMap((reason) => reason.split('; '))
    .filter((reason) => !patterns.some((pattern) => pattern.test(foldReason(reason))))
    .map((reason) => {
      const near = nearest(reason, known);
      const advice =
        near === undefined ? `; reasons are ${listed(known)}` : `; is "${near}" meant?`;
      return `expected: no row is rejected because "${reason}"${advice}`;
    });
}

function reasonsOf(field: string, { readers, required }: Kind): string[] {
  const faults = BAD_CELLS.flatMap((cell) => {
    const reading = readers[field]?.(cell) ?? { value: null };
    if (!('fault' in reading)) return [];
    const hidden = [cell, ...[cell].flat()].map(shown);
    return [`${field} ${hidden.reduce((fault, each) => fault.replace(each, '…'), reading.fault)}`];
  });
  return required.includes(field) ? [`${field} is missing`, ...faults] : faults;
}
