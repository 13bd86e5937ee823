import type { Client } from '@elastic/elasticsearch';
import { type BatchRow, creation, type Rows } from './batches.js';
import type { Refusal } from './bulk.js';
import type { Outcome, Reject } from './outcome.js';
import { silentProgress } from '../../core/cli/progress.js';
import { bounded } from './rejects/bounded.js';
import { type ReasonCount, Reasons } from './rejects/reasons.js';
import { type Patience, patienceOf } from '../../core/elasticsearch/retry.js';
import { sendAll } from './sendAll.js';

/** The number of rejects kept with their reasons; the rest is only counted. */
const KEPT_REJECTS = 100;

export interface LoadReport {
  rows: number;
  indexed: number;
  rejected: number;
  /** The first rejects, with file, line, id and reason. */
  rejects: Reject[];
  /** All of them by reason. */
  reasons: readonly ReasonCount[];
}

export interface LoadOptions {
  index: string;
  /** Of the index. */
  alias: string;
  /** Called after each bulk with the number of rows done so far, rejects included. */
  onProgress?: (rows: number) => void;
  onReject?: (reject: Reject) => void;
  /** Its signal ends the load early; `load` then throws the signal's reason. */
  patience?: Patience;
}

/**
 * Writes every document of a stream to an index, in concurrent bulks, with bounded memory. Rows
 * that are no documents, and documents that Elasticsearch refuses, are counted and reported.
 *
 * The client's own bulk helper is not used, because it hands back a refused document without the
 * row that it came from.
 * @throws when Elasticsearch stays away through all retries, when the source fails, or on abort.
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
  const reject = (refused: Reject): void => {
    const rejected = bounded(refused);
    report.rejected += 1;
    report.rows += 1;
    reasons.add(rejected);
    onReject?.(rejected);
    if (report.rejects.length < KEPT_REJECTS) report.rejects.push(rejected);
  };
  const target = { client, index, alias, ...patience };
  const onSent = (rows: readonly BatchRow[], refusals: readonly Refusal[]): void => {
    for (const { row, reason } of refusals) {
      reject({ ...row.origin, reason, row: documentOf(row) });
    }
    const indexed = rows.length - refusals.length;
    report.indexed += indexed;
    report.rows += indexed;
    onProgress?.(report.rows);
  };
  const toAction = (outcome: Outcome<Document>) => creation(outcome, reject);
  await sendAll(target, { items: outcomes, toAction, onSent });
  return { ...report, reasons: reasons.counts() };
}

/** The text of its document, which follows that of its action. */
function documentOf({ body, start, end }: BatchRow): string {
  return body.toString('utf8', body.indexOf('\n', start) + 1, end).trimEnd();
}
