import { describe, expect, test } from '@jest/globals';
import { placeBeside } from '../../../web/widget/placement.js';

const WINDOW = { left: 0, top: 0, width: 400, height: 800 };
const fieldAt = (left: number, top: number) => ({ left, top, width: 200, height: 40 });

describe('a popup', () => {
  test.each([
    ['below where it fits', 100, 300, { top: 142, maxHeight: 654 }],
    ['below where it does not fit, if there is less room above', 300, 700, { top: 342, maxHeight: 454 }],
    ['above if it fits there only', 600, 300, { top: 298, maxHeight: 594 }],
    ['above where it does not fit, if there is more room', 600, 900, { top: 4, maxHeight: 594 }],
    ['above a field below the window', 900, 300, { top: 598, maxHeight: 894 }],
  ])('is %s', (_, top, height, expected) => {
    expect(placeBeside(fieldAt(50, top), { width: 200, height }, WINDOW, false)).toEqual({ left: 50, ...expected });
  }); // prettier-ignore

  test.each([
    [50, 200, false, 50],
    [50, 300, false, 50],
    [150, 300, false, 96],
    [150, 392, false, 4],
    [150, 300, true, 50],
    [20, 300, true, 4],
  ])('of a field at %i that is %i wide, right to left: %s, starts at %i', (at, width, is, left) => {
    expect(placeBeside(fieldAt(at, 0), { width, height: 10 }, WINDOW, is).left).toBe(left);
  });

  test('is above the keyboard of a phone, and beside it in a zoomed window', () => {
    const visible = { left: 100, top: 200, width: 200, height: 300 };
    expect(placeBeside(fieldAt(150, 400), { width: 150, height: 180 }, visible, false)).toEqual({
      left: 146,
      top: 218,
      maxHeight: 194,
    });
  });
});
