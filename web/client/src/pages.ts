/** A part of a long result. */
interface Page {
  readonly limit: number;
  readonly offset: number;
}

const PAGE_SIZE = 1_000;

/** Yields results one by one. Requests the next page when it is needed. */
export async function* eachOf<Item extends { readonly id: string }>(
  find: (page: Page) => Promise<{ readonly data: readonly Item[] }>,
  { limit = PAGE_SIZE, offset = 0 }: Partial<Page>,
): AsyncGenerator<Item, void, undefined> {
  let previous: string | undefined;
  for (let skipped = offset; ; skipped += limit) {
    const { data } = await find({ limit, offset: skipped });
    // Without an offset every page would be the first one.
    if (data[0]?.id === previous) return;
    previous = data[0]?.id;
    yield* data;
    if (data.length < limit) return;
  }
}
