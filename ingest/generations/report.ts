import type { Counts, Source } from '../../indices/provenance.js';
import { describeChanges } from './diff.js';
import { ingestResource, type IngestOptions, type IngestReport } from './ingestResource.js';
import type { Context, Resource } from './resource.js';

/** The outcome of one resource's part in a run. */
export interface StepResult {
  /** For a person; the first line follows the resource's name. */
  lines: readonly string[];
  /** The generation that was made, or the markers that were updated in place. */
  index?: string;
  counts?: Counts;
  sources?: readonly Source[];
  /** Of a dry run: why the data would be refused. */
  complaints?: readonly string[];
}

/** Ingests a resource of which each run makes a generation. */
export async function ingestGeneration(
  context: Context,
  resource: Resource,
  options: IngestOptions,
): Promise<StepResult> {
  const report = await ingestResource(context, resource, options);
  const { index, rows, indexed, rejected, provenance, dry } = report;
  return {
    lines: describeReport(resource.definition.resource, report, options),
    index,
    counts: { rows, indexed, rejected },
    sources: provenance.sources,
    ...(dry && { complaints: dry.complaints }),
  };
}

function describeReport(
  name: string,
  { index, indexed, rejected, reasons, durationMs, dry, replacedHeld }: IngestReport,
  { ending = 'live' }: IngestOptions,
): string[] {
  const seconds = (durationMs / 1000).toFixed(1);
  const rejects = rejected > 0 ? `, ${rejected} rows rejected` : '';
  if (dry) {
    const [counts = '', ...examples] = dry.changes
      ? describeChanges(dry.changes)
      : ['the live generation cannot be read to compare'];
    return [
      `dry run: ${indexed} documents after ${seconds} s: ${counts}${rejects}`,
      ...examples,
      ...reasons.map(
        ({ reason, count, examples: rows }) =>
          `  rejected: ${count} × ${reason}: ${rows.join(', ')}`,
      ),
      ...dry.complaints.map(describeComplaint),
    ];
  }
  if (ending === 'live')
    return [`${indexed} documents live in ${index} after ${seconds} s${rejects}`];
  return [
    `${indexed} documents held in ${index} after ${seconds} s${rejects}; \`npm run ingest -- promote ${name}\` makes them live, \`diff ${name}\` compares them with the live ones, \`discard ${name}\` deletes them`,
    ...(replacedHeld ? [`  ${replacedHeld}, which was held before, was deleted`] : []),
  ];
}

/** Returns the line of a dry run that says why the data would be refused. */
export function describeComplaint(complaint: string): string {
  return `  would be refused: ${complaint}`;
}
