import type { RememberedOptions, Source } from '../../../indices/provenance.js';
import type { LoadReport } from '../../load/load.js';
import type { Generations } from '../generation.js';
import type { Note } from '../provenance.js';
import type { Context, Probe, Run, Tolerance } from '../resource.js';

/** A value that a check has measured, or what it has found. */
export interface Measure {
  /** What was measured, if the check measures several things: a field, for example. One or two words in camel case. */
  of?: string;
  /** A number, or a share from 0 to 1. */
  value?: number;
  /** The value from which on the data is refused. */
  limit?: number;
  /** Why the data is refused. Undefined: it is not. */
  complaint?: string;
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
  run: Pick<Run<{ id: string }>, 'gate' | 'doubts'>;
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
  allowChange?: boolean | undefined;
  /** The live generation may be one of other sources. */
  replaceSource?: boolean | undefined;
}

/** Returns measures that have no value: what a check has found. */
export function found(complaints: readonly string[]): Measure[] {
  return complaints.map((complaint) => ({ complaint }));
}

/** Runs checks one after the other, and returns their complaints. */
export async function complaintsOf<Of>(checks: readonly Check<Of>[], of: Of): Promise<string[]> {
  const complaints: string[] = [];
  for (const check of checks)
    complaints.push(...(await check.measure(of)).flatMap(({ complaint }) => complaint ?? []));
  return complaints;
}
