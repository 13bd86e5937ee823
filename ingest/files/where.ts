import { createContext, runInContext } from 'node:vm';
import Joi from 'joi';
import { isEmpty } from './cells.js';
import { eitherOf, members, text } from './rules.js';
import { jsonOf } from './shown.js';
import type { FileRecord } from './records.js';

type Value = string | number | boolean | null;

/** The cell is one of these values, does not match, or matches. `null` stands for an empty cell. */
type Condition = Value | readonly Value[] | { matches?: string; not?: Value | readonly Value[] };

/** Conditions on columns. All of them must hold. */
export type Where = Readonly<Record<string, Condition>>;

const value = Joi.alternatives(Joi.string().allow('', null), Joi.number(), Joi.boolean()).messages({
  '*': 'must be a text, a number, true, false or null',
});
const values = eitherOf(Joi.array(), Joi.array().items(value).min(1), value);

const pattern = text('A regular expression of JavaScript').custom((source: string) => {
  // The flag `u` is for letters beyond the first 65,536.
  new RegExp(source, 'u');
  return source;
});

export const whereSchema = Joi.object()
  .pattern(
    Joi.string(),
    eitherOf(
      Joi.object(),
      members({ matches: pattern, not: values })
        .min(1)
        .messages({ 'object.min': 'must have matches or not' }),
      values,
    ),
  )
  .description('Rows that do not fulfil all of these conditions on columns are left out');

/** The longest time for one column of a batch of rows. A batch has 64 KB, or one long line. */
const MATCHING_MS = 10_000;

/** Leaves out rows that do not fulfil the conditions. */
export class RowFilter {
  readonly #conditions: readonly {
    column: string;
    position: number;
    holds: (cell: unknown) => boolean;
    matches?: RegExp;
  }[];
  readonly #matchingMs: number;
  leftOut = 0;

  /** @param columns of the cells of a record */
  constructor(where: Where, columns: readonly string[], matchingMs = MATCHING_MS) {
    this.#matchingMs = matchingMs;
    this.#conditions = Object.entries(where).map(([column, condition]) => {
      const position = columns.indexOf(column);
      if (typeof condition !== 'object' || condition === null || isList(condition)) {
        return { column, position, holds: isOneOf(condition) };
      }
      const { not, matches } = condition;
      const isNot = not === undefined ? () => false : isOneOf(not);
      return {
        ...{ column, position, holds: (cell) => !isNot(cell) },
        ...(matches !== undefined && { matches: new RegExp(matches, 'u') }),
      };
    });
  }

  /**
   * Returns the records that fulfil the conditions, and those that cannot be read.
   * @throws if a regular expression takes too long
   */
  of(records: readonly FileRecord[]): readonly FileRecord[] {
    let left = records;
    for (const { column, position, holds, matches } of this.#conditions) {
      left = left.filter(({ reason, cells }) => reason !== undefined || holds(cells[position]));
      if (matches === undefined) continue;
      const texts = left.map(({ cells }) => textOf(cells[position]));
      const found = matching(matches, texts, column, this.#matchingMs);
      left = left.filter(({ reason }, at) => reason !== undefined || found[at] === true);
    }
    this.leftOut += records.length - left.length;
    return left;
  }
}

function isList(condition: object): condition is readonly Value[] {
  return Array.isArray(condition);
}

function isOneOf(given: Value | readonly Value[]): (cell: unknown) => boolean {
  const list = typeof given === 'object' && given !== null ? given : [given];
  const texts = new Set(list.map(textOf));
  return (cell) => texts.has(textOf(cell));
}

/** Returns a cell as conditions compare it: empty cells as an empty text. */
function textOf(cell: unknown): string {
  if (isEmpty(cell)) return '';
  return typeof cell === 'string' ? cell.trim() : jsonOf(cell);
}

const sandbox: { test?: () => boolean[] } = {};
const context = createContext(sandbox);

/** Tests texts under a time limit: some expressions take longer than a person lives. */
function matching(
  expression: RegExp,
  texts: readonly string[],
  column: string,
  timeout: number,
): boolean[] {
  sandbox.test = () => texts.map((each) => expression.test(each));
  try {
    return runInContext('test()', context, { timeout }) as boolean[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Error(
      `The regular expression ${String(expression)} for the column "${column}" takes more than ${timeout / 1_000} s for a few rows. Write one without repetitions within repetitions.`,
      { cause: error },
    );
  }
}
