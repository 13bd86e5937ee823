import type { Entity } from '../client/src/element.js';
import { letters } from '../shared/typed.js';
import { fullName } from './lookups.js';
import type { Suggested } from './suggestionList.js';

/** A city that is so many times larger than its next namesake is the one that is meant. */
const CLEARLY_LARGER = 10;

/** Returns the entity that has the typed name, or undefined if there is none or several may be meant. */
export function exactlyNamed({ typed, found }: Suggested, limit: number): Entity | undefined {
  // Its namesakes were not requested.
  if (limit === 1 && found.length === 1) return undefined;
  const [first, ...others] = found.filter(({ entity, matchedName }) =>
    [entity.name, fullName(entity), matchedName ?? entity.name].some(
      (name) => letters.compare(name, typed) === 0,
    ),
  );
  const { population = 0 } = first?.entity ?? {};
  const isClear = others.every(
    ({ entity }) => population > 0 && population >= CLEARLY_LARGER * entity.population,
  );
  return isClear ? first?.entity : undefined;
}
