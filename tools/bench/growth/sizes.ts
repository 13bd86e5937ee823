/** What grows, each by itself. */
export const KINDS = ['cities', 'markers'] as const;
export type Kind = (typeof KINDS)[number];

/** How many documents of each, from the fewest to the most. */
export type Sizes = Readonly<Record<Kind, readonly number[]>>;

export const SIZES: Sizes = {
  cities: [135_000, 1_350_000, 5_000_000],
  markers: [100_000, 1_000_000, 10_000_000],
};

/** Enough to go everywhere once. */
export const QUICK_SIZES: Sizes = {
  cities: [500, 1_000],
  markers: [500, 1_000],
};
