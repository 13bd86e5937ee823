import type { Generations } from './generation.js';
import { commandedAs } from './resource.js';

/**
 * The states of a generation. A made one is being loaded, or is a leftover. A pinned one is live, and no run
 * replaces it.
 */
export const STATES = ['made', 'held', 'live', 'previous', 'pinned'] as const;
export type State = (typeof STATES)[number];

/** The state after a command: `deleted` in its one step, `refused` before any change. */
export type Next = State | 'deleted' | 'refused';

/**
 * Every command that changes what is live or kept. `of` is the state of the generation that the command names.
 * `to` has the next states of this one and of those beside it. A generation in another state keeps it.
 */
const COMMANDS = {
  hold: { of: 'made', to: { made: 'held', held: 'made' } },
  replace: { of: 'made', to: { made: 'live', live: 'previous', previous: 'deleted', pinned: 'refused' } },
  /** Keeps the previous generation, because the new one has the same origin as the live one. */
  renew: { of: 'made', to: { made: 'live', live: 'deleted', pinned: 'refused' } },
  promote: { of: 'held', to: { held: 'live', live: 'previous', previous: 'deleted', pinned: 'refused' } },
  discard: { of: 'held', to: { held: 'made' } },
  rollback: { of: 'previous', to: { previous: 'live', live: 'previous', pinned: 'previous' } },
  rollbackAndPin: { of: 'previous', to: { previous: 'pinned', live: 'previous', pinned: 'previous' } },
  /** Leaves nothing live, because what it was made from is rolled back, and had none. */
  retire: { of: 'live', to: { live: 'previous', pinned: 'previous' } },
  pin: { of: 'live', to: { live: 'pinned' } },
  unpin: { of: 'live', to: { pinned: 'live' } },
} as const satisfies Record<string, { of: State; to: Partial<Record<State, Next>> }>; // prettier-ignore

export type Command = keyof typeof COMMANDS;
export const COMMAND_NAMES = Object.keys(COMMANDS) as Command[];

/** Returns the state of a generation after a command. */
export function nextState(command: Command, state: State): Next {
  const to: Partial<Record<State, Next>> = COMMANDS[command].to;
  return to[state] ?? state;
}

/** True if a generation is in the state of those that a command can name. A pinned one is live. */
export function isSubject(command: Command, generations: Generations, index: string): boolean {
  const state = stateOf(generations, index);
  return (state === 'pinned' ? 'live' : state) === COMMANDS[command].of;
}

/** Returns the state of a generation. */
export function stateOf(
  { live, previous, held, pinned }: Generations,
  index: string | undefined,
): State {
  if (index === live) return pinned === undefined ? 'live' : 'pinned';
  if (index === previous) return 'previous';
  return index === held ? 'held' : 'made';
}

/** Why a command must not replace what is live. */
export interface Conflict {
  what: string;
  remedy: string;
  isPin?: true;
}

/** Returns the conflict of a command with the pin of a resource, if there is one. */
export function pinConflict(
  command: Command,
  name: string,
  generations: Generations,
): Conflict | undefined {
  const { live, pinned } = generations;
  if (pinned === undefined || nextState(command, 'pinned') !== 'refused') return undefined;
  if (live === undefined)
    return {
      what: `${pinned} is pinned, but is not live, because it has lost its alias`,
      remedy: `Give it the alias of the live ${name} back, or delete it.`,
      isPin: true,
    };
  const remedy = `To let a run replace them, first run \`npm run ingest -- unpin ${commandedAs(name)}\`.`;
  return { what: `the live ${name} are pinned (${live})`, remedy, isPin: true };
}

/** Returns why a run, or a promotion, is refused. */
export function refusalOf({ what, remedy }: Conflict): string {
  return `This run would replace live data: ${what}. No changes were made. ${remedy}`;
}
