import type { Language } from '../../../indices/languages.js';
import type { ResourceName } from '../resourceNames.js';

/** A question whose answer is known: it is asked of a generation before that goes live. */
export type Probe = NameProbe | LocationProbe;

interface Expecting {
  resource: ResourceName;
  /** The id of what must be found. */
  expect: string;
}

export interface NameProbe extends Expecting {
  /** A name, or its beginning; of a land, a place or a marker also its id. */
  name: string;
  /** Absent: the default one. */
  language?: Language | undefined;
}

export interface LocationProbe extends Expecting {
  /** Degrees. */
  latitude: number;
  longitude: number;
}

/** Returns a probe as a person would tell it. */
export function describeProbe(probe: Probe): string {
  if (!('name' in probe)) return `${probe.resource} at ${probe.latitude}, ${probe.longitude}`;
  const language = probe.language === undefined ? '' : ` in ${probe.language}`;
  return `${probe.resource} named "${probe.name}"${language}`;
}
