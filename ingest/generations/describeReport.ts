import { counted } from '../../core/cli/counted.js';
import { describeReason } from '../load/reasons.js';
import { describeWarnings } from './checks/values.js';
import { describeChanges } from './diff.js';
import type { Ending, IngestReport } from './ingestResource.js';

/** Describes what was made of a resource in lines. The first one follows the resource's name. */
export function describeReport(report: IngestReport, ending: Ending = 'live'): string[] {
  const { resource: name, index, counts, durationMs, replacedHeld } = report;
  const { complaints = [], rejects = [], values } = report;
  const { rejected } = counts;
  const documents = counted(counts.indexed, 'document');
  const after = `after ${(durationMs / 1000).toFixed(1)} s`;
  const rejections = rejected > 0 ? `, ${counted(rejected, 'row')} rejected` : '';
  const warnings = describeWarnings(values, complaints.length > 0);
  if (ending === 'dry') {
    const [changes, ...examples] = report.changes
      ? describeChanges(report.changes)
      : ['the live generation cannot be read to compare'];
    const head = `dry run: ${documents} ${after}: ${changes}${rejections}`;
    const refusals = complaints.map((complaint) => `  would be refused: ${complaint}`);
    const reasons = rejects.map((each) => `  ${describeReason(each)}`);
    return [head, ...examples, ...reasons, ...warnings, ...refusals];
  }
  const changes = report.changes ? `: ${describeChanges(report.changes)[0]}` : '';
  if (ending === 'live')
    return [`${documents} live in ${index} ${after}${changes}${rejections}`, ...warnings];
  return [
    `${documents} held in ${index} ${after}${changes}${rejections}; \`npm run ingest -- promote ${name}\` makes them live, \`diff ${name}\` compares them with the live ones, \`discard ${name}\` deletes them`,
    ...warnings,
    ...(replacedHeld ? [`  ${replacedHeld}, which was held before, was deleted`] : []),
  ];
}
