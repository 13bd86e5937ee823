/** The colour of what is not known. */
export const UNKNOWN_COLOUR = '#9a9a9a';
/** Stands at the end of the legend. */
export const UNKNOWN_RANK = 1_000_000;
