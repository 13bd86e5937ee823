import type { TransportRequestOptions } from '@elastic/elasticsearch';
import type { Waiting } from '../../core/elasticsearch/retry.js';
import type { Connection } from '../../core/elasticsearch/withClient.js';
import type { IndexDefinition } from '../../indices/definition.js';
import type { Point } from '../../core/geo/point.js';
import type { Language } from '../../indices/languages.js';
import type { RememberedOptions, Source } from '../../indices/provenance.js';
import { RESOURCE_NAMES, type ResourceName } from '../../indices/resources.js';
import type { Loading } from '../load/load.js';
import type { RowsOfCountry } from '../reference/outside.js';
import type { OwnLimits } from './checks/limits.js';

export { RESOURCE_NAMES, type ResourceName };

/** Resources that are always made, held, promoted and rolled back with another one, which they are made from. */
export const FOLLOWERS = { regions: 'cities', markers: 'places' } as const;
export type Follower = keyof typeof FOLLOWERS;

/** Resources that are made from other resources. Lands of other cities than the live ones can be live. */
export const MADE_FROM: Readonly<Partial<Record<ResourceName, ResourceName>>> = {
  ...FOLLOWERS,
  lands: 'cities',
};

/** True for a resource that is never promoted by itself. */
export function isFollower(name: string | undefined): name is Follower {
  return name !== undefined && name in FOLLOWERS;
}

/** Returns a resource, and its follower if it has one: there are never markers of other places than the live ones. */
export function madeTogether<Name extends string>(name: Name): readonly (Name | Follower)[] {
  const followers = Object.keys(FOLLOWERS) as Follower[];
  return [name, ...followers.filter((each) => FOLLOWERS[each] === name)];
}

/** Returns the name by which commands take a resource: a follower goes with its origin. */
export function commandedAs(name: string): string {
  return isFollower(name) ? FOLLOWERS[name] : name;
}

/** The connection of a run, and the generations that it reads. */
export interface Context extends Connection {
  /** Generations to read instead of the live ones, by resource: a dry run or `--hold` has made them. */
  overrides?: Readonly<Partial<Record<string, string>>>;
}

/** The differences from the live generation that are accepted. */
export interface Tolerance {
  /** Accept a generation that is much smaller than the live one. */
  allowShrink?: boolean | undefined;
  /** Accept a generation that differs much from the live one. */
  allowChange?: boolean | undefined;
  /** Accept sources that are older than the live ones. */
  allowOlder?: boolean | undefined;
  /** Limits of the checks other than the default ones. */
  limits?: OwnLimits | undefined;
}

/** A question with a known answer, asked of a generation before its promotion. */
export type Probe = NameProbe | LocationProbe;

interface Expecting {
  /** The id that must be found. */
  expect: string;
}

export interface NameProbe extends Expecting {
  resource: ResourceName;
  /** A name, or its first letters; of a region, a land, a place or a marker also its id. */
  name: string;
  /** Default: the language of names without one. */
  language?: Language | undefined;
}

/** Regions are not looked up at a location. */
export type LocatedResource = Exclude<ResourceName, 'regions'>;

/** In degrees. */
export interface LocationProbe extends Expecting, Point {
  resource: LocatedResource;
}

/** A generation that a follower is made from. */
export interface Origin {
  index: string;
  /** Set if it is a copy of the live one, with changes. */
  copy?: Copy | undefined;
}

/** One resource to ingest: its rows as documents, and what must hold before promotion. */
export interface Resource<Document extends { id: string } = { id: string }> {
  definition: IndexDefinition;
  /** Settings that the documents depend on. If they or the sources differ, the live data is out of date. */
  recipe: Readonly<Record<string, string | number>>;
  /** Stands for all inputs, if the generation counts as made of others. */
  stamp?: string | undefined;
  /** Returns what the generation is made from. */
  sources?(): readonly Source[] | Promise<readonly Source[]>;
  /** Options of the command line that the generation remembers. */
  options?: RememberedOptions;
  /** Identifies the borders that the documents are made from. */
  borders?: string;
  /** Replaces the live generation, and leaves the previous one, because both have the same origin. */
  isAnew?: boolean;
  /** Returns the resource that is made from a generation of this one, and ends with it. */
  follower?(made: Origin): Resource;
  /** True if all that the live generation needs beside it is there. Default: it needs nothing. */
  isReady?(context: Context): Promise<boolean>;
  /** Called under the lock before a generation is made that is to be promoted. */
  prepare?(context: Context, waiting: Waiting): Promise<void>;
  /** Begins one run, under the resource's lock. */
  begin(context: Context): Promise<Run<Document>>;
  /**
   * Called before an index is deleted that is neither live nor kept for a rollback.
   * @throws if it holds, or may hold, data that exists nowhere else
   */
  assertDiscardable?(
    context: Context,
    index: string,
    options?: TransportRequestOptions,
  ): Promise<void>;
}

/** A generation to copy. */
export interface Copy {
  /** Its index. */
  of: string;
  /** The ids of all documents that change. */
  changed: readonly string[];
  /** The ids of the documents that are deleted from the copy. */
  without: readonly string[];
  /** The number of documents that do not change. */
  kept: number;
}

/** One run: its rows, and what must hold once they are loaded. */
export interface Run<Document extends { id: string }> extends Loading<Document> {
  /** The copy that the rows are added to. Default: an empty index. */
  copy?: Copy;
  /** Returns notes for a person, once all rows were read. */
  notes?(): readonly string[];
  /** Lists the faults of the loaded index. If there are none, it may be promoted. */
  gate(index: string): Promise<string[]>;
  /** Returns the rows of each file that state a country, once all were read. */
  outside?(): readonly (readonly [file: string, countries: readonly RowsOfCountry[]])[];
  /** Lists what is implausible about the rows, once all were read. */
  doubts?(): readonly string[];
  /** Stores what the promoted generation has given out. If it fails, the next run reads that from the generation. */
  afterPromotion?(index: string): Promise<void>;
}
