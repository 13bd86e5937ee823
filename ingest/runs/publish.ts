import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { VERSION } from '../../core/version.js';
import type { Source } from '../../indices/provenance.js';
import type { ResourceReport, RunReport } from './report.js';

/** A receiver that does not answer must not delay the end of a run. */
const WITHIN_MS = 10_000;
const PATH = 'api/v1/lineage';

const PRODUCER = `urn:geographic-data-service:${VERSION}`;
const SPECIFICATION = 'https://openlineage.io/spec';
const JOB_NAMESPACE = 'geographic-data-service';
const GENERATION = /-g\d{8}t\d{9}$/;

/** The last events of OpenLineage by outcome. Of other outcomes there are none, because nothing ran. */
const LAST_EVENTS: Readonly<Partial<Record<string, string>>> = {
  done: 'COMPLETE',
  held: 'COMPLETE',
  dry: 'COMPLETE',
  refused: 'FAIL',
  failed: 'FAIL',
  interrupted: 'ABORT',
};

/** The settings with the addresses. */
type Receivers = Partial<Record<'INGEST_WEBHOOK_URL' | 'OPENLINEAGE_URL', string | undefined>>;

/** Sends the report to the webhook and to OpenLineage. Notes failures, never throws. */
export async function publish(
  report: RunReport,
  { INGEST_WEBHOOK_URL: webhook, OPENLINEAGE_URL: lineage }: Receivers,
  note: (text: string) => void,
): Promise<void> {
  // An address may hold a secret, so only its setting is named.
  const attempt = (name: string, address: string, work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? `${message} (${cause.message})` : message;
      note(`the report could not be sent to ${name}: ${reason.replaceAll(address, name)}`);
    });
  if (webhook !== undefined)
    await attempt('INGEST_WEBHOOK_URL', webhook, poster()(webhook, report));
  if (lineage !== undefined)
    await attempt('OPENLINEAGE_URL', lineage, sendEvents(lineage, report, poster()));
}

type Post = (address: string, value: object) => Promise<void>;

/** Returns a function that posts JSON. All its requests together may take {@link WITHIN_MS}. */
function poster(): Post {
  const signal = AbortSignal.timeout(WITHIN_MS);
  return async (address, value) => {
    const url = new URL(address);
    const { username, password } = url;
    const login = Buffer.from(decodeURIComponent(`${username}:${password}`)).toString('base64');
    const headers = new Headers({ 'Content-Type': 'application/json' });
    if (username + password !== '') headers.set('Authorization', `Basic ${login}`);
    // `fetch` rejects an address with a login, and shows it.
    Object.assign(url, { username: '', password: '' });
    const body = JSON.stringify(value);
    // A redirected POST would become a GET.
    const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
  };
}

async function sendEvents(target: string, report: RunReport, post: Post): Promise<void> {
  const events = report.resources.flatMap(lineageOf);
  if (/^https?:/i.test(target)) {
    const url = new URL(PATH, target.replace(/\/?$/, '/'));
    for (const event of events) await post(url.href, event);
  } else {
    const file = target.startsWith('file:') ? fileURLToPath(target) : target;
    await appendFile(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  }
}

/** Returns the events of OpenLineage for what a run did with one resource. */
function lineageOf(report: ResourceReport): object[] {
  const { resource, outcome, begun, ended, index, sources = [] } = report;
  const lastEvent = LAST_EVENTS[outcome];
  if (lastEvent === undefined) return [];
  const event = {
    run: { runId: randomUUID() },
    job: { namespace: JOB_NAMESPACE, name: `ingest.${resource}` },
    producer: PRODUCER,
    schemaURL: `${SPECIFICATION}/2-0-2/OpenLineage.json#/$defs/RunEvent`,
  };
  // The index of a dry run is deleted.
  const made = index === undefined || outcome === 'dry' ? [] : [{ generation: index }];
  const datasets = { inputs: sources.map(datasetOf), outputs: made.map(datasetOf) };
  return [
    { eventType: 'START', eventTime: begun, ...event },
    { eventType: lastEvent, eventTime: ended, ...event, ...datasets },
  ];
}

/** Returns a file with its SHA-256, or a generation with its index, as a dataset of OpenLineage. */
function datasetOf(source: Source): object {
  const [namespace, name, datasetVersion] =
    'generation' in source
      ? ['elasticsearch', source.generation.replace(GENERATION, ''), source.generation]
      : ['file', source.name, source.sha256];
  const _schemaURL = `${SPECIFICATION}/facets/1-0-0/DatasetVersionDatasetFacet.json`;
  const version = { _producer: PRODUCER, _schemaURL, datasetVersion };
  return { namespace, name, facets: { version } };
}
