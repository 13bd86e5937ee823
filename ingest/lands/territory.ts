import type { MultiPolygon } from 'geojson';
import type { Box } from '../geometry/box.js';
import { BorderEdges, type SharedEdges } from './borderEdges.js';

/** A country in memory that all threads can read. */
export interface SharedTerritory {
  readonly id: string;
  readonly extents: readonly Box[];
  readonly edges: SharedEdges;
}

/** The area covered by a country. Its border is made when it is first needed, and kept. */
export class Territory {
  /** ISO 3166-1 alpha-3. */
  readonly id: string;
  readonly #extents: readonly Box[];
  readonly #border: () => MultiPolygon | SharedEdges;
  #edges: BorderEdges | undefined;

  /** @param extents cover the border */
  constructor(
    id: string,
    shape: { extents: readonly Box[]; border: () => MultiPolygon | SharedEdges },
  ) {
    this.id = id;
    this.#extents = shape.extents;
    this.#border = () => shape.border();
  }

  get edges(): BorderEdges {
    this.#edges ??= new BorderEdges(this.#border());
    return this.#edges;
  }

  /** Undefined as long as nobody has needed its border. */
  get shared(): SharedTerritory | undefined {
    return this.#edges && { id: this.id, extents: this.#extents, edges: this.#edges.shared };
  }

  /** False only when nothing of the country is in the boxes. Needs no border. */
  mayReach(boxes: readonly Box[]): boolean {
    return this.#extents.some((extent) => boxes.some((box) => overlap(extent, box)));
  }
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.west <= other.east &&
    other.west <= one.east &&
    one.south <= other.north &&
    other.south <= one.north
  );
}
