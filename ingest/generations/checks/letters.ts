import type { Client } from '@elastic/elasticsearch';
import { groupBy, maxBy } from 'es-toolkit/array';
import { percent } from '../../../core/cli/share.js';
import { LETTER_FAULTS, letterFaultOf } from '../../reference/letters.js';
import { readByIds } from '../diff.js';
import type { Check, Loaded, Measure } from './check.js';
import { EXAMPLES } from './judge.js';
import { isMeasured, LIMITS } from './limits.js';
import { groupsOf } from './sample.js';

/** Enough to estimate a share of 1 % within 0.2 %. */
const SAMPLE = 5_000;
/** One name says too little. */
const FEWEST = 2;
const NAME = /^name(?:s\.|$)/;

/** Refuses names with broken letters: of one kind, in one language, among the documents of one source. */
export const letters: Check<Loaded> = {
  name: 'letters',
  async measure({ context: { client }, name, index, live, isTrusted, allowChange, limits = {} }) {
    if (!isMeasured('letters', name)) return [];
    const isLive = live?.count !== undefined;
    const samples: [after: Names, before: Names][] = [];
    for (const { ids } of await groupsOf(client, name, index, { ofSource: SAMPLE }))
      samples.push([await readNames(client, index, ids), isLive ? await readNames(client, live.index, ids) : {}]); // prettier-ignore
    return LETTER_FAULTS.map(({ kind, cause, needsLive }): Measure => {
      const limit = needsLive && !isLive ? 1 : (limits.letters ?? LIMITS.letters.default);
      const compared = samples.flatMap(([after, before]) =>
        Object.entries(after).map(([field, names]) => {
          const now = faultyOf(kind, names);
          const { share } = faultyOf(kind, before[field]);
          return { ...now, field, names, before: share, value: Math.max(0, now.share - share) };
        }),
      );
      const worst = maxBy(compared, ({ value }) => value);
      const measured = { of: kind, value: worst?.value ?? 0, limit };
      if (worst === undefined || worst.value <= limit || isTrusted || allowChange) return measured;
      const examples = worst.faulty.slice(0, EXAMPLES).map((each) => JSON.stringify(each.name));
      const shares = `${percent(worst.share)}, of the live ones ${percent(worst.before)}`;
      const complaint = `${cause}. In the field ${worst.field}, ${worst.faulty.length} of ${worst.names.length} names that were compared are so (${shares}), at most ${percent(limit)} more than that may be; for example ${examples.join('; ')}. If the names are right, use --allow-change, or set checks.${name}.letters in the sources file`;
      return { ...measured, complaint, examples };
    });
  },
};

/** The names of documents, with the kinds of their faults, by field: `name`, or that of a language. */
type Names = Readonly<Record<string, { name: string; kind: string | undefined }[]>>;

function faultyOf(kind: string, names: Names[string] = []) {
  const faulty = names.filter((each) => each.kind === kind);
  return { faulty, share: faulty.length < FEWEST ? 0 : faulty.length / names.length };
}

/** Reads the names of documents. */
async function readNames(client: Client, index: string, ids: string[]): Promise<Names> {
  const documents = await readByIds(client, index, ids, ['name', 'names']);
  const names = [...documents.values()].flatMap((document) =>
    Object.entries(document).flatMap(([field, name]) =>
      NAME.test(field) && typeof name === 'string'
        ? { field, name, kind: letterFaultOf(name) }
        : [],
    ),
  );
  return groupBy(names, ({ field }) => field);
}
