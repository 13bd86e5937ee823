import type { Client } from '@elastic/elasticsearch';
import { silentProgress } from '../../core/cli/progress.js';
import { type Patience, patienceOf } from '../../core/elasticsearch/retry.js';
import { creation, type Rows } from './batches.js';
import type { Reject } from './outcome.js';
import { bounded, type ReasonCount, Reasons } from './rejects.js';
import { sendAll } from './sendAll.js';

/** Rejects that the report lists. The others are only counted. */
const MAX_LISTED = 100;

export interface LoadReport {
  rows: number;
  indexed: number;
  rejected: number;
  /** The first rejects, with file, line, id and reason. */
  rejects: Reject[];
  /** All rejects, counted by reason. */
  reasons: readonly ReasonCount[];
}

export interface LoadOptions {
  index: string;
  /** The alias of the index that bulks are written through. */
  alias: string;
  /** Called after each bulk with the number of rows done so far, rejects included. */
  onProgress?: (rows: number) => void;
  onReject?: (reject: Reject) => void;
  /** Its signal ends the load early; `load` then throws the signal's reason. */
  patience?: Patience;
}

/**
 * Writes every document of a stream to an index, in concurrent bulks, with bounded memory. Rows
 * without a document, and documents that Elasticsearch rejects, are counted and reported. (The
 * client's own bulk helper does not say which row a rejected document came from.)
 * @throws when Elasticsearch stays away through all retries, when the source fails, or on abort
 */
export async function load<Document extends { id: string }>(
  client: Client,
  outcomes: Rows<Document>,
  options: LoadOptions,
): Promise<LoadReport> {
  const { index, alias, onProgress, onReject } = options;
  const { patience = patienceOf({ progress: silentProgress }) } = options;
  const report = { rows: 0, indexed: 0, rejected: 0, rejects: [] as Reject[] };
  const reasons = new Reasons();
  const reject = (row: Reject): void => {
    const rejected = bounded(row);
    report.rejected += 1;
    report.rows += 1;
    reasons.add(rejected);
    onReject?.(rejected);
    if (report.rejects.length < MAX_LISTED) report.rejects.push(rejected);
  };
  const target = { client, index, alias, ...patience };
  await sendAll(target, {
    items: outcomes,
    toAction: (outcome) => creation(outcome, reject),
    onSent(actions, rejections) {
      for (const { action, reason } of rejections) {
        const { origin, lines } = action;
        const document = lines.slice(lines.indexOf('\n') + 1).trimEnd();
        reject({ ...origin, reason, row: document });
      }
      const indexed = actions.length - rejections.length;
      report.indexed += indexed;
      report.rows += indexed;
      onProgress?.(report.rows);
    },
  });
  return { ...report, reasons: reasons.counts() };
}
