import { readProvenance } from '../../indices/provenance.js';
import { readCount } from '../gate.js';
import { findGenerations, isMadeOf, readMeta } from '../generation.js';
import type { Context, Resource, Run } from '../resource.js';
import { countryIdsOf } from './area.js';

/** Live lands that stay as they are, and the countries whose lands come to them. */
export interface Extension {
  readonly base: NonNullable<Run<{ id: string }>['base']>;
  readonly added: readonly string[];
}

/**
 * Tells whether the live lands are a part of those to be made, and differ in nothing but the list of
 * countries: a land belongs to one country, whichever others are chosen.
 * @param madeOf lands of these countries
 */
export async function extensionOf(
  context: Context,
  chosen: readonly string[],
  madeOf: (countries: readonly string[]) => Pick<Resource, 'definition' | 'recipe'>,
): Promise<Extension | undefined> {
  const { client, indexPrefix } = context;
  const { live } = await findGenerations(client, indexPrefix, 'lands');
  if (live === undefined) return undefined;
  const meta = await readMeta(client, live);
  const { options, counts } = readProvenance(meta) ?? {};
  // Rows that were refused are to be told again.
  if (options?.landCountries === undefined || counts?.rejected !== 0) return undefined;
  const before = new Set(countryIdsOf(options.landCountries));
  const added = chosen.filter((id) => !before.has(id));
  const isLonger = added.length > 0 && chosen.length === before.size + added.length;
  if (!isLonger || !isMadeOf(meta, madeOf([...before]))) return undefined;
  // Some may have been deleted by hand, or cannot be read.
  const documents = await readCount(context, live);
  return documents === counts.indexed ? { base: { index: live, documents }, added } : undefined;
}
