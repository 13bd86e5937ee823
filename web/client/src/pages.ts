/** A part of a long result. */
interface Page {
  readonly limit: number;
  readonly offset: number;
}

const PAGE_SIZE = 1_000;

/** Yields results one by one. Requests the next page when it is needed. */
export async function* eachOf<Item>(
  find: (page: Page) => Promise<{ readonly data: readonly Item[] }>,
  { limit = PAGE_SIZE, offset = 0 }: Partial<Page>,
): AsyncGenerator<Item, void, undefined> {
  for (let skipped = offset; ; skipped += limit) {
    const { data } = await find({ limit, offset: skipped });
    yield* data;
    if (data.length < limit) return;
  }
}
