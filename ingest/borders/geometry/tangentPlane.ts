import { type Point, RADIANS_PER_DEGREE } from '../../../core/geo/point.js';

/** A place on a tangent plane, in earth radii: `x` eastwards, `y` northwards of its point. */
export interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

/**
 * The plane that touches the globe in one point, seen from the middle of the globe: the gnomonic
 * projection (J. P. Snyder, "Map Projections", 1987, chapter 22). Great circles are straight
 * lines on it, and what is nearer to its point on the globe is nearer on it.
 */
export class TangentPlane {
  readonly #longitude: number;
  readonly #sine: number;
  readonly #cosine: number;

  constructor({ latitude, longitude }: Point) {
    this.#longitude = longitude;
    this.#sine = Math.sin(latitude * RADIANS_PER_DEGREE);
    this.#cosine = Math.cos(latitude * RADIANS_PER_DEGREE);
  }

  /** Of points less than 90° away; in degrees. */
  project(longitude: number, latitude: number): PlanePoint {
    const turn = (longitude - this.#longitude) * RADIANS_PER_DEGREE;
    const sine = Math.sin(latitude * RADIANS_PER_DEGREE);
    const cosine = Math.cos(latitude * RADIANS_PER_DEGREE);
    const along = cosine * Math.cos(turn);
    const depth = this.#sine * sine + this.#cosine * along;
    return {
      x: (cosine * Math.sin(turn)) / depth,
      y: (this.#cosine * sine - this.#sine * along) / depth,
    };
  }
}
