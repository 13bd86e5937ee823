import { createHash } from 'node:crypto';
import { omit } from 'es-toolkit/object';
import type { FileSource } from '../../indices/provenance.js';
import { atlasVersion } from './atlas.js';
import type { OwnBorders } from './ownShapes.js';

/** Enough to distinguish two editions of a file. */
const DIGITS = 12;

/**
 * Returns a name of borders, for a person and for comparison. Borders of files have another name if the files or
 * the choices in the sources file differ.
 */
export function identityOfBorders(own?: OwnBorders, files: readonly FileSource[] = []): string {
  const builtIn = `world-atlas ${atlasVersion()}`;
  if (own === undefined) return builtIn;
  const choices = JSON.stringify([files, omit(own, ['borders', 'names']), builtIn]);
  const digest = createHash('sha256').update(choices).digest('hex').slice(0, DIGITS);
  return `${files.map(({ name }) => name).join(', ')} (${digest})`;
}
