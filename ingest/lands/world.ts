import { ownShapes } from '../borders/ownShapes.js';
import { countryShapes } from '../borders/countryShapes.js';
import { cacheFolder } from '../cacheFolder.js';
import { compiledProgram, inThreads } from '../threads.js';
import { countryCodes } from '../iso/codes.js';
import { bordersFolder, KeptBorders } from './keptBorders.js';
import type { CountrySources } from '../sources/sources.js';
import { Territory } from './territory.js';

/** The territory of every country, by id. */
export function territories(): Territory[] {
  const shapeOf = countryShapes();
  return countryCodes().map((code) => new Territory(code.id, shapeOf(code)));
}

/**
 * The same of borders that are kept in a folder: to make them takes seconds, and hundreds of
 * megabytes. Where they are not kept yet, a thread makes them all.
 */
export async function keptTerritories(cache = cacheFolder()): Promise<Territory[]> {
  const folder = bordersFolder(cache);
  const kept = new KeptBorders(folder);
  const extents = kept.extents() ?? (await makeBorders(folder, kept));
  if (extents === undefined) return territories();
  // Made when a file turns out to be broken.
  let shapeOf: ReturnType<typeof countryShapes> | undefined;
  return countryCodes().map((code) => {
    const border = () => {
      const edges = kept.edges(code.id);
      if (edges !== undefined) return edges;
      kept.forget();
      shapeOf ??= countryShapes();
      return shapeOf(code).border();
    };
    return new Territory(code.id, { extents: extents.get(code.id) ?? [], border });
  });
}

async function makeBorders(
  folder: string,
  kept: KeptBorders,
): Promise<ReturnType<KeptBorders['extents']>> {
  const file = compiledProgram('borderWorker.js', import.meta.url);
  try {
    const making = inThreads(['make'], { file, data: folder, count: 1, purpose: 'makes borders' });
    for await (const done of making) if (done === 'done') return kept.extents();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.emitWarning(
      `The borders of countries cannot be kept in ${folder} (${reason}), and every run makes them again: CACHE_FOLDER names another folder.`,
    );
  }
  return undefined;
}

/**
 * The territories that a file of borders draws, by id.
 * @throws when it cannot be read
 */
export async function ownTerritories(borders: CountrySources): Promise<Territory[]> {
  const { countries } = await ownShapes(borders);
  return countries.map((country) => new Territory(country.code.id, country));
}
