import { isOfChanges, nameWithRole, originOf, ownFiles, readNote } from '../provenance.js';
import { findGenerations } from '../generation.js';
import { MADE_FROM, type ResourceName } from '../resource.js';
import { pinConflict, refusalOf } from '../states.js';
import { type Check, found, type Held } from './check.js';
import { compareWritten } from './rows.js';

/** Refuses to replace pinned data. */
export const pinned: Check<Held> = {
  name: 'pinned',
  measure({ name, generations }) {
    const conflict = pinConflict('promote', name, generations);
    return conflict ? found([refusalOf(conflict)]) : [];
  },
};

/** Refuses a held generation that has lost documents. */
export const whole: Check<Held> = {
  name: 'whole',
  measure({ count, note: { provenance } }) {
    return compareWritten('it', count, provenance?.counts.indexed ?? count);
  },
};

/** Refuses a held generation if another one was live when it was held. */
export const overtaken: Check<Held> = {
  name: 'overtaken',
  measure({ note: { beside }, generations: { live }, sources, allowChange }) {
    if (beside === live) return [];
    const from = beside ?? 'nothing';
    const now = `but ${live ?? 'nothing'} is live`;
    if (sources.some(isOfChanges))
      return found([`it is a copy of ${from} with changes, ${now}: apply the changes again`]);
    if (allowChange) return [];
    return found([`it was compared with ${from} when it was held, ${now}: hold it again, or pass --allow-change`]); // prettier-ignore
  },
};

/** Refuses to replace data of sources that the held generation was not made from. */
export const replaced: Check<Held> = {
  name: 'replaced',
  async measure({ context, note, generations: { live }, sources, replaceSource }) {
    // The exception that was accepted for `--hold` counts only for the generation that was live then.
    const wasAccepted = note.replaceSource === true && note.beside === live;
    if (live === undefined || wasAccepted || replaceSource === true) return [];
    const { provenance = { sources: [] } } = await readNote(context.client, live);
    const file = nameWithRole(provenance, 'sources');
    if (file !== undefined && file === nameWithRole({ sources }, 'sources')) return [];
    const own = ownFiles({ sources });
    const examples = ownFiles(provenance).filter((each) => !own.includes(each));
    const what = provenance.sources.length === 0 ? 'an unknown source' : examples.join(', ');
    const complaint = `it would replace live data of ${what}; if that is right, pass --replace-source`;
    return what === '' ? [] : [{ complaint, examples }];
  },
};

/** Refuses data that is made from another generation than the live one of the other resource. */
export const origin: Check<Held> = {
  name: 'origin',
  async measure({ context, name, sources, promoted }) {
    const { [name as ResourceName]: resource } = MADE_FROM;
    const madeFrom = originOf(sources);
    if (resource === undefined || madeFrom === undefined) return [];
    const { live, held } = await findGenerations(context, resource);
    if (madeFrom === live || madeFrom === promoted[resource]) return [];
    return found([
      madeFrom === held
        ? `it is made from ${madeFrom}, which is held, too: \`npm run ingest -- promote ${resource}\` first`
        : `it is made from ${madeFrom}, but ${live ?? 'nothing'} is live: hold it again`,
    ]);
  },
};
