/** Numbers by a few labels, whose values must be few. */
export class Counts<Label extends string> {
  readonly #numbers = new Map<string, { readonly labels: Record<Label, string>; number: number }>();

  add(labels: Record<Label, string>, by = 1): void {
    const key = Object.values(labels).join(' ');
    const before = this.#numbers.get(key);
    if (before === undefined) this.#numbers.set(key, { labels, number: by });
    else before.number += by;
  }

  /** All of them. */
  entries(): Iterable<{ readonly labels: Record<Label, string>; readonly number: number }> {
    return this.#numbers.values();
  }
}
