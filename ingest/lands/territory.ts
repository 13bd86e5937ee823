import type { MultiPolygon } from 'geojson';
import { type Box, overlap } from '../../core/geo/box.js';
import { BorderEdges } from './borderEdges.js';

/** The area covered by a country. Its border is made when it is first needed, and kept. */
export class Territory {
  /** ISO 3166-1 alpha-3. */
  readonly id: string;
  readonly #extents: readonly Box[];
  readonly #border: () => MultiPolygon;
  #edges: BorderEdges | undefined;

  /** @param extents cover the border */
  constructor(id: string, shape: { extents: readonly Box[]; border: () => MultiPolygon }) {
    this.id = id;
    this.#extents = shape.extents;
    this.#border = () => shape.border();
  }

  get edges(): BorderEdges {
    this.#edges ??= new BorderEdges(this.#border());
    return this.#edges;
  }

  /** False only when nothing of the country is in the boxes. Needs no border. */
  mayReach(boxes: readonly Box[]): boolean {
    return this.#extents.some((extent) => boxes.some((box) => overlap(extent, box)));
  }
}
