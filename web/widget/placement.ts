/** A rectangle in the window, in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Placement {
  readonly left: number;
  readonly top: number;
  readonly maxHeight: number;
}

/** The space between field and popup. */
const GAP = 2;
/** The space between popup and the edge of the window. */
export const MARGIN = 4;

/**
 * Returns where a popup is shown: below the field, or above if it does not fit below and there is more room above.
 * It starts where the field starts, unless the window ends before.
 * @param view the visible part of the window
 */
export function placeBeside(
  field: Box,
  content: Pick<Box, 'width' | 'height'>,
  view: Box,
  isRightToLeft: boolean,
): Placement {
  const bottom = field.top + field.height;
  const below = view.top + view.height - bottom - GAP - MARGIN;
  const above = field.top - view.top - GAP - MARGIN;
  const isAbove = content.height > below && above > below;
  const maxHeight = Math.max(0, isAbove ? above : below);
  const start = isRightToLeft ? field.left + field.width - content.width : field.left;
  const last = view.left + view.width - MARGIN - content.width;
  return {
    left: Math.max(view.left + MARGIN, Math.min(start, last)),
    top: isAbove ? field.top - GAP - Math.min(content.height, maxHeight) : bottom + GAP,
    maxHeight,
  };
}
