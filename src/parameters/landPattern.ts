import { inAnyCase } from './anyCase.js';

/**
 * The cells of resolution 8 as H3 numbers them: after `88` come 7 bits of the base cell and 3 bits
 * of each of 8 digits, in hexadecimal digits of 4 bits, and then ones. These are none:
 */
const INVALID = [
  // There are 122 base cells.
  'f[4-9a-f]',
  // No digit is 7.
  ...['.[13579bdf][c-f]', '..[37bf][89a-f]', '...[7f]'],
  ...['....[ef]', '....[13579bdf][c-f]', '.....[37bf][89a-f]', '......[7f]'],
  // A pentagon lacks the neighbour 1, so that is not the first digit but 0 in its base cell.
  '(?:08|1c|30|4c|62|74|7e|90|a6|c2|d6|ea)(?:[4-7]|0[189a-f]|00[23]|000[4-7]|0000[189a-f]|000003)',
];

/** Matches the id of every land that can be, in any case, and nothing else. */
export const LAND_PATTERN = new RegExp(
  inAnyCase(`^88(?!${INVALID.join('|')})[0-9a-f]{7}[13579bd]f{5}$`),
);
