import { sumBy } from 'es-toolkit/math';
import { counted } from '../../../core/cli/counted.js';
import { OPTIONAL } from '../../../indices/resources.js';
import { describeReject } from '../../load/outcome.js';
import { type Check, found, type Loaded } from './check.js';

/** The share of rows that may be rejected by default. */
const DEFAULT_MAX_REJECTS = 0.001;

/** Refuses rows of which too many were rejected. */
export const rejects: Check<Loaded> = {
  name: 'rejects',
  measure({ name, report, kept, maxRejects = DEFAULT_MAX_REJECTS }) {
    const { rows, indexed, first, expected, lost } = report;
    // Cities may state no regions.
    if (rows + kept === 0) return found(OPTIONAL.has(name) ? [] : ['its sources have no rows']);
    const tolerated = sumBy(expected, (each) => each.tolerated);
    const measured = {
      value: rows === 0 ? 0 : (rows - indexed - tolerated) / rows,
      limit: maxRejects,
    };
    // Never an empty generation, however many rows may be rejected.
    if (indexed + kept > 0 && rows - indexed - tolerated <= rows * maxRejects)
      return [measured, ...found(lost)];
    const share = Number(((1 - maxRejects) * 100).toFixed(6));
    const needed = share > 0 ? `${share} % are` : 'at least one is';
    const example = first ? describeReject(first) : undefined;
    const complaint = `only ${indexed} of ${counted(rows, 'row')} could be indexed, ${needed} needed${tolerated > 0 ? `, and ${counted(tolerated, 'reject')} expected` : ''} (correct the sources, or choose another share with --max-rejects)${example === undefined ? '' : `; the first reject: ${example}`}`;
    return [
      ...found(lost),
      ...found(expected.flatMap((each) => (each.count > each.tolerated ? [each.text] : []))),
      { ...measured, complaint, ...(example !== undefined && { examples: [example] }) },
    ];
  },
};
