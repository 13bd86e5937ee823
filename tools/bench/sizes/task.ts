import { type GeonamesFiles, geonamesCities } from '../../../ingest/cities/geonamesFiles.js';
import { cityResource } from '../../../ingest/cities/resource.js';
import { landResource } from '../../../ingest/lands/resource.js';
import type { Context, Resource } from '../../../ingest/generations/resource.js';

/** One ingestion, told to a process of its own. */
export type Task = { cities: GeonamesFiles } | { landsOf: string };

export async function resourceOf(context: Context, task: Task): Promise<Resource> {
  if ('cities' in task) return cityResource(await geonamesCities(task.cities));
  return await landResource(context, { countries: [task.landsOf] });
}
