import { areSwapped } from '../sources/coordinates.js';
import type { Cells } from './mapping.js';
import { isEmpty, type Reading } from './readings.js';

type Readers = Readonly<Record<string, (cell: unknown) => Reading<unknown>>>;

type ValueOf<Reader> = Reader extends (cell: unknown) => Reading<infer Value> ? Value : never;

/** The values of a row. A value is null if its cell is empty and the field is not required. */
type Values<Read extends Readers, Required> = {
  [Field in keyof Read]: ValueOf<Read[Field]> | (Field extends Required ? never : null);
};

/**
 * Reads the cells of a row.
 * @returns all values, or all faults: cells that cannot be read, and required ones that are empty
 */
export function readCells<Read extends Readers, Required extends keyof Read & string>(
  cells: Cells<keyof Read & string>,
  { readers, required }: { readers: Read; required: readonly Required[] },
): { values: Values<Read, Required> } | { faults: string[] } {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const field in readers) {
    const reading = readers[field]?.(cells[field]) ?? { value: null };
    if ('fault' in reading) faults.push(`${field} ${reading.fault}`);
    else if (reading.value !== null) values[field] = reading.value;
    else if ((required as readonly string[]).includes(field)) faults.push(`${field} is missing`);
    else values[field] = null;
  }
  const { latitude, longitude } = cells as Cells<string>;
  const hasBoth = !isEmpty(latitude) && !isEmpty(longitude);
  if (hasBoth && areSwapped(Number(latitude), Number(longitude))) {
    faults.push('latitude and longitude swapped?');
  }
  return faults.length > 0 ? { faults } : { values: values as Values<Read, Required> };
}
