import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { findMissing } from './api.mjs';
import { startProgram } from './program.mjs';

/** One process makes what is in one list. The lists of a step run beside each other. */
const FIRST = [['countries', 'cities', 'regions']];
const THEN = [['lands'], ['places', 'markers']];

const { stdout } = process;
/** Removes the line that shows the progress on a terminal. */
const CLEARED = stdout.isTTY ? '\r\x1b[K' : '';
const SHOWN_EVERY_MS = stdout.isTTY ? 500 : 10_000;

/**
 * Ingests the built-in data that is missing, and shows how far it is.
 * @param {(stillToCome: string[]) => void} onFirst called once countries and cities are there, unless nothing else is missing
 * @returns {Promise<boolean>} true if all data is there. Live data that is not built in stays.
 */
export async function ingest({ address }, environment, signal, onFirst) {
  const over = new AbortController();
  const showing = showProgress(address, AbortSignal.any([signal, over.signal]));
  const makeAll = async (step) => {
    const made = await Promise.all(step.map((names) => make(names, environment, signal)));
    signal.throwIfAborted();
    return !made.includes(false);
  };
  try {
    const isFirst = await makeAll(FIRST);
    const missing = (await findMissing(address)) ?? [];
    const later = THEN.flat().filter((name) => missing.some(({ path }) => path === name));
    if (isFirst && later.length > 0) onFirst(later);
    return (await makeAll(THEN)) && isFirst;
  } finally {
    over.abort();
    await showing;
  }
}

/** Returns false after a failure, which is shown. */
async function make(names, environment, signal) {
  const args = [...names, '--if-needed'];
  const { child, exited } = startProgram('ingest/main.js', args, environment, 'pipe');
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  createInterface({ input: child.stdout }).on('line', (line) => console.log(CLEARED + line));
  const [errors, status] = await Promise.all([text(child.stderr), exited]);
  signal.removeEventListener('abort', stop);
  if (status !== 0 && !signal.aborted) console.error(CLEARED + describeEnd(names, errors.trimEnd(), child.signalCode)); // prettier-ignore
  return status === 0;
}

/** A process that is killed says nothing itself. */
export function describeEnd(names, errors, signalCode) {
  if (signalCode === null) return errors;
  const cause = signalCode === 'SIGKILL' ? ' The system may have run out of memory.' : '';
  const killed = `The ingestion of ${names.join(', ')} was ended by the signal ${signalCode}.${cause} Run the command again: it makes what is missing.`;
  return [errors, killed].filter((each) => each !== '').join('\n');
}

/** Shows what the API says of the ingestions: in one line on a terminal, elsewhere in lines now and then. */
async function showProgress(address, signal) {
  while (!signal.aborted) {
    const missing = (await findMissing(address)) ?? [];
    const ingested = missing.filter(({ progress }) => progress !== undefined);
    const lines = [...new Set(ingested.map(({ message }) => message))];
    if (stdout.isTTY) stdout.write(CLEARED + lines.join(' ').slice(0, stdout.columns - 1));
    else for (const line of lines) console.log(line);
    await sleep(SHOWN_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  stdout.write(CLEARED);
}
