import type { LandClass } from './landClass.js';

/** Turns around the circle of colours by the golden angle, so that neighbours in it stand apart. */
const GOLDEN_ANGLE = 137.508;

/** Returns the class of the lands of a country, which has the same colour always. */
export function countryClass(id: string, name: string): LandClass {
  const letters = Array.from(id, (letter) => letter.charCodeAt(0) - 65);
  const rank = letters.reduce((sum, letter) => sum * 26 + letter, 0);
  const hue = Math.round((rank * GOLDEN_ANGLE) % 360);
  return { label: name, colour: `hsl(${hue}, 62%, 55%)`, rank };
}
