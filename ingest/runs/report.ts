import { randomUUID } from 'node:crypto';
import { lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { UsageError } from '../../core/cli/failure.js';
import { invocation } from '../../core/cli/invocation.js';
import { sayAside } from '../../core/cli/printable.js';
import { callerPath, exitStatusOf } from '../../core/cli/program.js';
import { VERSION } from '../../core/version.js';
import type { Entry } from './history.js';

/** Counts up if a member gets another meaning or goes. New members may come at any time. */
const SCHEMA = 1;

/** Reports what a run did with one resource. */
export interface ResourceReport extends Entry {
  ended: string;
  seconds: number;
}

/** A run, as `--json` prints it and `--report` writes it. */
export interface RunReport {
  schema: typeof SCHEMA;
  command: string;
  host: string;
  /** The version of the service. */
  version: string;
  begun: string;
  /** Null while it runs. */
  ended: string | null;
  seconds: number | null;
  outcome: 'running' | 'done' | 'refused' | 'failed' | 'interrupted';
  exitStatus: number | null;
  /** Why it was refused or failed. */
  reason?: string;
  resources: ResourceReport[];
}

const OUTCOMES: Readonly<Record<number, RunReport['outcome']>> = {
  0: 'done',
  3: 'refused',
  130: 'interrupted',
  143: 'interrupted',
};

/**
 * Begins the report of a run.
 * @param file Undefined: no file is written. Until the end it says `running`
 */
export function beginReport(file: string | undefined) {
  const begun = new Date();
  const here = { command: invocation().args.join(' '), host: hostname(), version: VERSION };
  const resources: ResourceReport[] = [];
  const running = { ended: null, seconds: null, outcome: 'running', exitStatus: null } as const;
  const report: RunReport = { schema: SCHEMA, ...here, begun: begun.toISOString(), ...running, resources }; // prettier-ignore
  write(file, report);
  return {
    /** Adds what was done with a resource. */
    add(entry: Entry): void {
      if (entry.outcome !== 'running')
        resources.push({ ...entry, ...endedSince(new Date(entry.begun)) });
    },
    /** @param error undefined: the run is done */
    end(error: unknown): RunReport {
      const exitStatus = error === undefined ? 0 : exitStatusOf(error);
      const outcome = OUTCOMES[exitStatus] ?? 'failed';
      const reason = error instanceof Error ? { reason: error.message } : {};
      const finished = { ...report, ...endedSince(begun), outcome, exitStatus, ...reason };
      try {
        write(file, finished);
      } catch (failure) {
        // The run has its own end. A report that still says `running` shows that this one is missing.
        sayAside((failure as Error).message);
      }
      return finished;
    },
  };
}

/**
 * Begins the report that a command line names, before its options are checked and its command is loaded: the report
 * of an earlier run must not stand in for one that is killed, or is wrong usage.
 * @returns the report; undefined if there is none, or it cannot be written, as the command then says
 */
export function beginReportOf(args: readonly string[]): ReturnType<typeof beginReport> | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: { report: { type: 'string' } },
    strict: false,
  });
  try {
    if (typeof values.report === 'string') return beginReport(callerPath(values.report));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
  }
  return undefined;
}

function endedSince(begun: Date): { ended: string; seconds: number } {
  const ended = new Date();
  return { ended: ended.toISOString(), seconds: (ended.getTime() - begun.getTime()) / 1_000 };
}

/** Replaces the file in one step, so that a reader never finds a part of it. */
function write(file: string | undefined, report: RunReport): void {
  if (file === undefined) return;
  // Runs may overlap.
  const part = `${file}.${randomUUID()}.part`;
  try {
    // The rename would also replace a device.
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false)
      throw new Error('it is not a file');
    writeFileSync(part, `${JSON.stringify(report, undefined, 2)}\n`);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw new UsageError(
      `The report cannot be written to ${file} (${(error as Error).message}). Correct --report.`,
      { cause: error },
    );
  }
}
