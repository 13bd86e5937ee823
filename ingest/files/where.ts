import { createContext, runInContext } from 'node:vm';
import Joi from 'joi';
import { type FileRecord, isEmpty } from './cells.js';
import { eitherOf, members, text } from './rules.js';
import { jsonOf } from './shown.js';

type Value = string | number | boolean | null;

/** The cell is one of these values, or none of these, and matches. `null` stands for an empty cell. */
type Condition = Value | readonly Value[] | { matches?: string; not?: Value | readonly Value[] };

/** Conditions on columns. All of them must hold. */
export type Where = Readonly<Record<string, Condition>>;

const value = Joi.alternatives(Joi.string().allow('', null), Joi.number(), Joi.boolean()).messages({
  '*': 'must be a text, a number, true, false or null',
});
const values = eitherOf(Joi.array(), Joi.array().items(value).min(1), value);
const matches = text('A regular expression of JavaScript').custom((source: string) => {
  expressionOf(source);
  return source;
});
const rules = members({ matches, not: values })
  .min(1)
  .messages({ 'object.min': 'must have matches or not' });

export const whereSchema = Joi.object()
  .pattern(Joi.string(), eitherOf(Joi.object(), rules, values))
  .default({})
  .description('Conditions on columns; rows that do not fulfil all of them are left out');

/** The longest time for one column of a batch of rows. A batch has 64 KB, or one long line. */
const MATCHING_MS = 10_000;

const sandbox: { filter?: () => FileRecord[] } = {};
const context = createContext(sandbox);

/** Returns a filter of records that fulfil the conditions, and of those that cannot be read. */
export function filterOf(
  where: Where,
  columns: readonly string[],
  timeout = MATCHING_MS,
): (records: FileRecord[]) => FileRecord[] {
  const conditions = Object.entries(where).map(
    ([column, condition]) => [column, columns.indexOf(column), testOf(condition)] as const,
  );
  return (records) =>
    conditions.reduce((left, [column, position, holds]) => {
      sandbox.filter = () =>
        left.filter(({ reason, cells }) => reason !== undefined || holds(textOf(cells[position])));
      try {
        // A regular expression can backtrack for years.
        return runInContext('filter()', context, { timeout }) as FileRecord[];
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
        throw new Error(
          `The regular expression of where for the column "${column}" takes more than ${timeout / 1_000} s for a few rows. Write one without repetitions within repetitions.`,
          { cause: error },
        );
      }
    }, records);
}

function testOf(condition: Condition): (text: string) => boolean {
  if (typeof condition !== 'object' || condition === null || isList(condition)) {
    return isOneOf(condition);
  }
  const isNot = condition.not === undefined ? () => false : isOneOf(condition.not);
  const expression = expressionOf(condition.matches ?? '');
  return (cell) => !isNot(cell) && expression.test(cell);
}

function isList(condition: object): condition is readonly Value[] {
  return Array.isArray(condition);
}

function isOneOf(given: Value | readonly Value[]): (text: string) => boolean {
  const list = typeof given === 'object' && given !== null ? given : [given];
  const texts = new Set(list.map(textOf));
  return (cell) => texts.has(cell);
}

/** The flag is for letters beyond the first 65,536. */
function expressionOf(source: string): RegExp {
  return new RegExp(source, 'u');
}

/** Returns a cell as conditions compare it: empty cells as an empty text. */
function textOf(cell: unknown): string {
  if (isEmpty(cell)) return '';
  return typeof cell === 'string' ? cell.trim() : jsonOf(cell);
}
