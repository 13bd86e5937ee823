import type { MultiPolygon } from 'geojson';
import { type Box, overlap } from '../../core/geo/box.js';
import { countryShapes } from '../borders/countryShapes.js';
import { ownShapes } from '../borders/ownShapes.js';
import { countryCodes } from '../sources/iso.js';
import type { CountrySources } from '../sources/schema.js';
import { BorderEdges } from './borderEdges.js';

/** The area of a country. Its border is computed when it is first needed, and then cached. */
export class Territory {
  /** ISO 3166-1 alpha-3. */
  readonly id: string;
  readonly #extents: readonly Box[];
  readonly #border: () => MultiPolygon;
  #edges: BorderEdges | undefined;

  /** @param shape its extents cover the border */
  constructor(id: string, shape: { extents: readonly Box[]; border: () => MultiPolygon }) {
    this.id = id;
    this.#extents = shape.extents;
    this.#border = () => shape.border();
  }

  get edges(): BorderEdges {
    this.#edges ??= new BorderEdges(this.#border());
    return this.#edges;
  }

  /** Returns false only if nothing of the country is in the boxes. Needs no border. */
  mayReach(boxes: readonly Box[]): boolean {
    return this.#extents.some((extent) => boxes.some((box) => overlap(extent, box)));
  }
}

/** Returns the territory of every country. */
export function territories(): Territory[] {
  const shapeOf = countryShapes();
  return countryCodes().map((code) => new Territory(code.id, shapeOf(code)));
}

/**
 * Returns the territories that a file of borders draws.
 * @throws if the file cannot be read
 */
export async function ownTerritories(borders: CountrySources): Promise<Territory[]> {
  const { countries } = await ownShapes(borders);
  return countries.map((country) => new Territory(country.code.id, country));
}
