import { rejectingIndex } from '../../../core/elasticsearch/failures.js';
import type { RememberedOptions, Source } from '../../../indices/provenance.js';
import type { CheckValue } from '../../../indices/runs.js';
import type { LoadReport } from '../../load/load.js';
import type { Generations } from '../generation.js';
import type { Note } from '../provenance.js';
import type { Context, Probe, Run, Tolerance } from '../resource.js';
import { LIMITS } from './limits.js';
import { worstOf } from './values.js';

/** A value that a check has measured, or what it has found. Default of `unit`: that of the limit `of`, else `share`. */
export interface Measure extends Partial<Omit<CheckValue, 'check'>> {
  /** Why the data is refused. Undefined: it is not. */
  complaint?: string;
  /** A remark on the data. It refuses nothing. */
  note?: string;
  /** Ids or rows. They are in the complaint, too. */
  examples?: readonly string[];
}

/** A check before a generation is held or promoted. */
export interface Check<Of> {
  /** The name in reports: one or two words in camel case. */
  name: string;
  measure(checked: Of): readonly Measure[] | Promise<readonly Measure[]>;
}

/** A generation that may be compared with the live one. */
export interface Compared extends Tolerance {
  context: Context;
  /** The name of the resource. */
  name: string;
  index: string;
  /** Its documents. */
  count: number;
  sources: readonly Source[];
  /** Options of the command line that it remembers. */
  options: RememberedOptions | undefined;
  /** The live generation. Undefined: there is nothing to compare with, or all differences are accepted. */
  live: { index: string; /** Undefined: it cannot be read. */ count: number | undefined } | undefined; // prettier-ignore
}

/** A generation that was just loaded. */
export interface Loaded extends Compared {
  report: LoadReport;
  /** Documents that were there before the load. */
  kept: number;
  run: Pick<Run<{ id: string }>, 'gate' | 'outside' | 'doubts'>;
  /** The share of rows that may be rejected. */
  maxRejects?: number | undefined;
  /** Accept what is implausible about the rows. */
  isTrusted?: boolean | undefined;
  probes?: readonly Probe[] | undefined;
}

/** A held generation that is to be promoted. */
export interface Held extends Compared {
  note: Note;
  /** The generations of its resource. */
  generations: Generations;
  /** All generations that are promoted in the same step, by resource. */
  promoted: Readonly<Record<string, string>>;
  /** The live generation may be one of other sources. */
  replaceSource?: boolean | undefined;
}

/** Returns the live generation to compare with. Undefined: there is none, it cannot be read, or any change is accepted. */
export function liveOf({ live, allowChange = false }: Pick<Compared, 'live' | 'allowChange'>) {
  if (allowChange || live?.count === undefined) return undefined;
  return { index: live.index, count: live.count };
}

/** Returns measures that have no value: what a check has found. */
export function found(complaints: readonly string[]): Measure[] {
  return complaints.map((complaint) => ({ complaint }));
}

/** The units of limits by name. */
const UNITS: Readonly<Partial<Record<string, Pick<CheckValue, 'unit'>>>> = LIMITS;

/** Why data is refused, and all that was measured of it. */
export interface Findings {
  complaints: string[];
  values: readonly CheckValue[];
}

/** The findings and the remarks of checks. */
interface Checked extends Findings {
  notes: string[];
}

/** A generation cannot be compared with another one, which a version may have made that stored or indexed other fields. */
export class IncomparableError extends Error {
  constructor(index: string, reason: string) {
    super(`it cannot be compared with ${index}, which another version may have made: ${reason}. If the new data is right, use --allow-change`); // prettier-ignore
  }
}

/** Runs a check. A search that another generation rejects is a finding, and no failure. */
async function measuresOf<Of extends Judged>(
  check: Check<Of>,
  of: Of,
): Promise<readonly Measure[]> {
  try {
    return await check.measure(of);
  } catch (error) {
    const rejected = rejectingIndex(error);
    const isOfAnother = rejected !== undefined && rejected.index !== of.index;
    const found = isOfAnother ? new IncomparableError(rejected.index, rejected.reason) : error;
    if (!(found instanceof IncomparableError)) throw error;
    return [of.allowChange === true ? { note: found.message } : { complaint: found.message }];
  }
}

type Judged = Pick<Compared, 'index' | 'allowChange'>;

/** Runs checks one after the other. */
export async function runChecks<Of extends Judged>(
  checks: readonly Check<Of>[],
  of: Of,
): Promise<Checked> {
  const complaints: string[] = [];
  const notes: string[] = [];
  const values: CheckValue[] = [];
  for (const check of checks)
    for (const measure of await measuresOf(check, of)) {
      const { complaint, of: part = '', value = NaN, limit = NaN } = measure;
      if (measure.note !== undefined) notes.push(measure.note);
      const { unit = UNITS[part]?.unit ?? 'share' } = measure;
      if (complaint !== undefined) complaints.push(complaint);
      if (Number.isFinite(value) && Number.isFinite(limit))
        values.push({ check: check.name, of: part || undefined, value, limit, unit });
    }
  return { complaints, notes, values: worstOf(values) };
}
