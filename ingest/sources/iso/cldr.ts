import { createRequire } from 'node:module';

/**
 * The parts of CLDR's supplemental data (package `cldr-core`) that are read here. A territory is
 * named by its ISO 3166-1 alpha-2 code, a region by its UN M49 number.
 */
const require = createRequire(import.meta.url);

export const CLDR_FILES = ['codeMappings', 'territoryContainment', 'territoryInfo'].map(
  (name) => `cldr-core/supplemental/${name}.json`,
);

interface CodeMapping {
  /** UN M49 number with leading zeros, for countries the same as ISO 3166-1 numeric. */
  _numeric?: string;
  _alpha3?: string;
}

interface Containment {
  _contains: readonly string[];
}

interface TerritoryInfo {
  /** Inhabitants, a decimal integer. */
  _population: string;
}

const { codeMappings } = (
  require('cldr-core/supplemental/codeMappings.json') as {
    supplemental: { codeMappings: Partial<Record<string, CodeMapping>> };
  }
).supplemental;

const { territoryContainment } = (
  require('cldr-core/supplemental/territoryContainment.json') as {
    supplemental: { territoryContainment: Partial<Record<string, Containment>> };
  }
).supplemental;

const { territoryInfo } = (
  require('cldr-core/supplemental/territoryInfo.json') as {
    supplemental: { territoryInfo: Partial<Record<string, TerritoryInfo>> };
  }
).supplemental;

export { codeMappings, territoryContainment, territoryInfo };

/**
 * The territories that a region holds, at any depth.
 *
 * @param region UN M49 number (`001` is the world) or a grouping of CLDR (`UN`)
 * @returns alpha-2 codes, each once
 */
export function territoriesOf(region: string): ReadonlySet<string> {
  const territories = new Set<string>();
  const collect = (code: string): void => {
    // `UN` is a territory code as well as a grouping, but is contained in nothing.
    const contained = territoryContainment[code]?._contains;
    if (contained === undefined) territories.add(code);
    else contained.forEach(collect);
  };
  collect(region);
  return territories;
}
