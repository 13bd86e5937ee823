import { createHash } from 'node:crypto';
import { omit } from 'es-toolkit/object';
import type { FileSource } from '../../indices/provenance.js';
import type { CountrySources } from '../sources/schema.js';
import { atlasVersion } from './atlas.js';

/** Enough to distinguish two editions of a file. */
const DIGITS = 12;

/**
 * Identifies borders for a person and for comparison: the built-in ones, or those of files with the
 * choices of a sources file.
 */
export function identityOfBorders(own?: CountrySources, files: readonly FileSource[] = []): string {
  const builtIn = `world-atlas ${atlasVersion()}`;
  if (own === undefined) return builtIn;
  const choices = JSON.stringify([files, omit(own, ['borders', 'names']), builtIn]);
  const digest = createHash('sha256').update(choices).digest('hex').slice(0, DIGITS);
  return `${files.map(({ name }) => name).join(', ')} (${digest})`;
}
