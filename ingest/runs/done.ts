import type { Counts, Source } from '../../indices/provenance.js';
import { describeChanges } from '../generations/diff/describe.js';
import {
  ingestResource,
  type IngestOptions,
  type IngestReport,
} from '../generations/ingestResource.js';
import type { Context, Resource } from '../generations/resource.js';

/** The outcome of one resource's part in a run. */
export interface Done {
  /** For a person; the first line follows the resource's name. */
  lines: readonly string[];
  /** What was made: live now, or held, or there until the end of a dry run. */
  index?: string;
  counts?: Counts;
  sources?: readonly Source[];
  /** Why it would not go live; of a dry run only. */
  complaints?: readonly string[];
}

/** Ingests a resource of which each run makes a generation. */
export async function ingestGeneration(
  context: Context,
  resource: Resource,
  options: IngestOptions,
): Promise<Done> {
  const report = await ingestResource(context, resource, options);
  const { index, rows, indexed, rejected, provenance, dry } = report;
  return {
    lines: linesOf(resource.definition.resource, report, options),
    index,
    counts: { rows, indexed, rejected },
    sources: provenance.sources,
    ...(dry && { complaints: dry.complaints }),
  };
}

function linesOf(
  name: string,
  { index, indexed, rejected, reasons, durationMs, dry, replacedHeld }: IngestReport,
  { ending = 'live' }: IngestOptions,
): string[] {
  const seconds = (durationMs / 1000).toFixed(1);
  const rejects = rejected > 0 ? `, ${rejected} rows rejected` : '';
  if (dry) {
    const [counts = '', ...examples] = dry.changes
      ? describeChanges(dry.changes)
      : ['what is live cannot be read to compare'];
    return [
      `dry run: ${indexed} documents after ${seconds} s: ${counts}${rejects}`,
      ...examples,
      ...reasons.map(
        ({ reason, count, examples: rows }) =>
          `  rejected: ${count} × ${reason}: ${rows.join(', ')}`,
      ),
      ...dry.complaints.map((complaint) => `  would be refused: ${complaint}`),
    ];
  }
  if (ending === 'live')
    return [`${indexed} documents live in ${index} after ${seconds} s${rejects}`];
  return [
    `${indexed} documents held in ${index} after ${seconds} s${rejects}; \`npm run ingest -- promote ${name}\` makes them live, \`diff ${name}\` compares them with what is, \`discard ${name}\` deletes them`,
    ...(replacedHeld ? [`  ${replacedHeld}, which was held before, was deleted`] : []),
  ];
}
