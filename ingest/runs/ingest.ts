import { resolve } from 'node:path';
import { say, sayAside, sayJson } from '../../core/cli/printable.js';
import { interruptible } from '../../core/cli/program.js';
import { readVariables } from '../../core/elasticsearch/settings.js';
import type { CityChangeOptions } from '../cities/changes.js';
import { madeTogether, RESOURCE_NAMES, type ResourceName } from '../generations/resource.js';
import { readSources } from './sources.js';
import { type Changing, patternsOf, withChanges } from './changing.js';
import { type Jobs, jobsOfChanges } from './jobs.js';
import { ingestVariables, type RunOptions } from './options.js';
import { beginReport } from './report.js';
import { runIngestion } from './run.js';

/** The folder for rejected rows, below the working folder. */
const DEFAULT_REJECTS_FOLDER = 'rejects';

/** The options of a run, with the paths of the sources file and of the report. */
type Given = Omit<RunOptions, 'sources'> & {
  sources?: string;
  json?: boolean;
  report?: string;
};

/** @throws with one sentence; on abort, the signal's reason */
export async function run(chosen: ResourceName[], given: Given): Promise<void> {
  await ingest(chosen, given);
}

export async function apply(
  name: 'cities' | 'places',
  files: string[],
  { mapping, minimumPopulation, ...given }: Given & CityChangeOptions,
): Promise<void> {
  const jobs = jobsOfChanges(files, { mapping, minimumPopulation });
  // The changes are added to what the sources were, so nothing is replaced.
  const options = { ...given, replaceSource: true };
  await ingest([...madeTogether(name)], options, jobs);
}

async function ingest(
  chosen: ResourceName[],
  { sources: sourcesFile, json = false, report: reportFile, ...options }: Given,
  jobs?: Jobs,
): Promise<void> {
  const signal = interruptible();
  let failure: unknown;
  const report = beginReport(reportFile);
  const work = async ({ context, progress, addEntry }: Changing): Promise<void> => {
    const settings = readVariables(process.env, ingestVariables);
    const rejects = options.rejects ?? settings.REJECTS_FOLDER ?? DEFAULT_REJECTS_FOLDER;
    const file = sourcesFile ?? settings.SOURCES_FILE;
    const rules = {
      folder: resolve(settings.DOWNLOADS_FOLDER),
      maxMegabytes: settings.SOURCES_MAX_MEGABYTES,
      allowPrivate: settings.SOURCES_ALLOW_PRIVATE_ADDRESSES,
      ...{ signal, note: (text: string) => progress.note(text) },
    };
    const sources = file === undefined ? {} : { sources: await readSources(file, rules) };
    await runIngestion(
      context,
      chosen,
      {
        ...options,
        ...sources,
        rejects: resolve(rejects),
        compare: json || reportFile !== undefined,
      },
      {
        ...{ progress, signal, say: json ? sayAside : say, ...(jobs && { jobs }) },
        async addEntry(entry, id) {
          report.add(entry);
          await addEntry(entry, id);
        },
      },
    );
  };
  try {
    await withChanges([...patternsOf(RESOURCE_NAMES), 'city-ids'], signal, work);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    const finished = report.end(failure);
    if (json) sayJson(finished);
  }
}
