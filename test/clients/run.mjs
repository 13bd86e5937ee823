/**
 * `npm run test:clients`: generates clients of the OpenAPI document, compiles each, and calls every operation with it. Prints
 * how many operations work. Languages that are not installed, or whose packages cannot be downloaded, are skipped. With
 * names of languages as arguments, tries only these.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { interruptible } from '../../dist/core/cli/program.js';
import { withProcesses } from '../../dist/tools/bench/processes.js';
import { QUICK, withBench } from '../../dist/tools/bench/session.js';
import { findOnPath } from '../../dist/tools/engine/java.js';
import { projectFolder } from '../../tools/scripts/install.mjs';
import { LANGUAGES } from './languages.mjs';
import { startProxy } from './proxy.mjs';
import { ingestLuxembourg } from './service.mjs';

const DOWNLOAD_TIMEOUT_MS = 240_000;
const RUN_TIMEOUT_MS = 120_000;
/** Since the start. What is not compiled by then is skipped, because the machine is too slow. */
const COMPILED_WITHIN_MS = 600_000;
const READY_WITHIN_MS = 60_000;
const POLL_MS = 500;
/** Limits the printed output of a failed command. */
const MAX_SHOWN_CHARACTERS = 4_000;
const MAX_SHOWN_OF_DOWNLOAD = 300;

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(LANGUAGES);
const unknown = chosen.filter((name) => !(name in LANGUAGES));
if (unknown.length > 0) {
  const known = Object.keys(LANGUAGES).join(', ');
  console.error(`${unknown.join(', ')} is not a language of these clients. Choose among ${known}.`);
  process.exit(2);
}

const signal = interruptible();
const folder = mkdtempSync(join(tmpdir(), 'geographic-clients-'));
try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main() {
  const lacking = ['mvn', 'java'].filter((command) => findOnPath(command) === undefined);
  if (lacking.length > 0) {
    console.log(`Skipped: all generated clients, because ${lacking.join(' and ')} is missing.`);
    return;
  }
  console.log(
    'Fetching the generator, and the libraries of Java and Kotlin. Maven downloads about 130 MB if needed.',
  );
  const pom = join(import.meta.dirname, 'pom.xml');
  const fetched = await run(['mvn', '-B', '-q', '-f', pom, `-Dlibraries=${folder}`, 'initialize'], folder, DOWNLOAD_TIMEOUT_MS); // prettier-ignore
  if (fetched.failure !== undefined) {
    console.log(`Skipped: all generated clients, because Maven could not fetch the generator.\n${fetched.failure}`); // prettier-ignore
    return;
  }
  await withBench(QUICK, signal, (bench) =>
    withProcesses(bench, async (start) => {
      const api = await start('api');
      const document = await (await fetch(`${api}/openapi.json`)).json();
      const [outcomes] = await Promise.all([buildAll(document), ingestLuxembourg(bench)]);
      await waitUntilReady(api);
      const proxy = await startProxy(api, document);
      try {
        await callAll(outcomes, proxy, operationsOf(document));
      } finally {
        proxy.stop();
      }
      report(outcomes, operationsOf(document));
    }),
  );
}

/** Waits until the API has seen that the ingestion has ended. */
async function waitUntilReady(api) {
  const until = performance.now() + READY_WITHIN_MS;
  while (performance.now() < until && !(await fetch(`${api}/health/ready`)).ok)
    await setTimeout(POLL_MS);
}

function operationsOf({ paths }) {
  return Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? []),
  );
}

/** Returns for each language why it was skipped, how it failed, or nothing yet. */
async function buildAll(document) {
  const outcomes = new Map();
  for (const name of chosen) {
    const missing = LANGUAGES[name].needs.filter((command) => findOnPath(command) === undefined);
    outcomes.set(name, missing.length > 0 ? { skipped: `${missing.join(', ')} is missing` } : {});
  }
  const names = [...outcomes]
    .filter(([, { skipped }]) => skipped === undefined)
    .map(([name]) => name);
  await generate(document, names);
  const waiting = [...names];
  const buildNext = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      outcomes.set(name, await buildOne(name));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, buildNext));
  return outcomes;
}

function msToCompile() {
  return Math.max(Math.round(COMPILED_WITHIN_MS - performance.now()), 1);
}

/** Generates all clients in one process, but for those of languages that have another generator. */
async function generate(document, names) {
  console.log(`Generating clients: ${names.join(', ')}.`);
  const inputSpec = join(folder, 'openapi.json');
  writeFileSync(inputSpec, JSON.stringify(document));
  const unneeded = { apiTests: 'false', modelTests: 'false', apiDocs: 'false', modelDocs: 'false' };
  const files = names.flatMap((name) => {
    const { folder: own, generator } = LANGUAGES[name];
    const from = join(import.meta.dirname, own);
    mkdirSync(join(folder, own));
    if (existsSync(from)) cpSync(from, join(folder, own), { recursive: true });
    if (generator === undefined) return [];
    const outputDir = join(folder, own, 'geo');
    const file = join(folder, `${own}.json`);
    writeFileSync(file, JSON.stringify({ ...generator, inputSpec, outputDir, globalProperties: unneeded })); // prettier-ignore
    return [file];
  });
  if (files.length === 0) return;
  const command = ['java', '-jar', join(folder, 'generator.jar'), 'batch', '--fail-fast', '--threads', '2', ...files]; // prettier-ignore
  const { failure } = await run(command, folder, msToCompile());
  if (failure !== undefined) throw new Error(`The clients could not be generated.\n${failure}`);
}

async function buildOne(name) {
  const { folder: own, fetch: downloads = () => [], build } = LANGUAGES[name];
  const at = join(folder, own);
  // The compiler of TypeScript looks for the types of Node there.
  if (name === 'TypeScript')
    symlinkSync(join(projectFolder, 'node_modules'), join(at, 'node_modules'));
  for (const command of downloads()) {
    const { failure } = await run(command, at, DOWNLOAD_TIMEOUT_MS);
    if (failure !== undefined) return { skipped: `its packages could not be downloaded: ${failure.slice(-MAX_SHOWN_OF_DOWNLOAD)}` }; // prettier-ignore
  }
  const begun = performance.now();
  for (const command of build(jars(), at)) {
    const { failure } = await run(command, at, msToCompile());
    if (performance.now() > COMPILED_WITHIN_MS) return { skipped: 'this machine is too slow' };
    if (failure !== undefined) return { failed: [`The client does not compile:\n${failure}`] };
  }
  console.log(`Compiled ${name} in ${((performance.now() - begun) / 1_000).toFixed()} s.`);
  return {};
}

/** Lets each program call all operations, and adds to its outcome which ones work and what failed. */
async function callAll(outcomes, proxy, operations) {
  for (const [name, outcome] of outcomes) {
    if (outcome.skipped !== undefined || outcome.failed !== undefined) continue;
    const { folder: own, run: program, operationsIn, environment } = LANGUAGES[name];
    const at = join(folder, own);
    if (program === undefined) {
      outcome.worked = operationsIn(at, operations);
      outcome.failed = [];
      continue;
    }
    const { output, failure } = await run([...program(jars()), proxy.addressFor(own)], at, RUN_TIMEOUT_MS, environment); // prettier-ignore
    const lines = output.split('\n').filter((line) => line !== '');
    const answered = proxy.answeredTo(own);
    const isCalled = (operation) => lines.includes(`${operation} ok`) && answered.has(operation);
    outcome.worked = operations.filter(isCalled);
    outcome.failed = [
      ...lines.filter((line) => !line.endsWith(' ok')),
      ...(failure ? [failure] : []),
    ];
  }
}

function report(outcomes, operations) {
  const rows = [...outcomes].map(([name, { skipped, failed, worked = [] }]) => {
    if (skipped !== undefined) return [name, 'skipped', operations.length];
    const missing = operations.filter((operation) => !worked.includes(operation));
    if (missing.length > 0) process.exitCode = 1;
    if (missing.length > 0 || failed.length > 0)
      console.log(`\n${name} does not work: ${missing.join(', ')}.\n${failed.join('\n')}`);
    const how = LANGUAGES[name].run === undefined ? ' (not called)' : '';
    return [name, `${worked.length}${how}`, operations.length];
  });
  console.log('');
  for (const row of [['language', 'operations that work', 'of'], ['---', '---', '---'], ...rows])
    console.log(`| ${row.join(' | ')} |`);
  for (const [name, { skipped }] of outcomes)
    if (skipped !== undefined) console.log(`\nSkipped: ${name}, because ${skipped}.`);
}

function jars() {
  const all = join(folder, 'jars');
  return readdirSync(all)
    .map((name) => join(all, name))
    .join(delimiter);
}

/** Runs a command; a `failure` is what it printed last. */
async function run([command, ...args], cwd, timeoutMs, environment = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    signal,
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const status = await new Promise((resolve) => {
    child.on('error', (error) => {
      errors += error.message;
      resolve(1);
    });
    child.on('close', (code, name) => resolve(code ?? name));
  });
  const shown = `${output}${errors}`.slice(-MAX_SHOWN_CHARACTERS).trim();
  return {
    output,
    failure: status === 0 ? undefined : `${command} ended with ${status}. ${shown}`,
  };
}
