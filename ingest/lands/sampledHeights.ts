import { descendantsOf, GROUP_RESOLUTION, landAt, landCentre } from '../../core/geo/land.js';
import { LandGroup } from '../../core/lands/land.js';
import { openWindow } from '../../core/lands/window.js';
import type { LandGroupDocument } from '../../indices/lands.js';
import { isImpossible } from '../rasters/impossibleHeights.js';

/** Looks at the heights of seven lands of each group, as the API computes them. */
export class SampledHeights {
  #compared = 0;
  #impossible = 0;
  #first: { land: string; height: number } | undefined;

  look(document: LandGroupDocument): void {
    if (document.heights === null) return;
    const group = new LandGroup(document);
    const heights = openWindow(document.heights);
    for (const cell of descendantsOf(document.id, GROUP_RESOLUTION + 1)) {
      const land = landAt(landCentre(cell));
      const height = heights.interpolatedAt(landCentre(land));
      if (height === undefined || group.countryOf(land) === undefined) continue;
      this.#compared += 1;
      if (!isImpossible(height)) continue;
      this.#impossible += 1;
      this.#first ??= { land, height };
    }
  }

  doubts(): string[] {
    if (this.#first === undefined) return [];
    const { land, height } = this.#first;
    return [
      `${this.#impossible} of ${this.#compared} compared lands have a height that no land has, such as ${land} with ${Math.round(height)} m: the file of heights may have cells without a height that are not marked as such`,
    ];
  }
}
