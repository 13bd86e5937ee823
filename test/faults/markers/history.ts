/**
 * The writes to one marker, each known by its icon, and whether what is read of it is new enough.
 * Time is a count of events: only what came before what matters.
 */
export class History {
  #now = 0;
  readonly #writes = new Map<number, { sent: number; acknowledged: number }>();
  /** No write that was acknowledged before this may be read any more. */
  #overwrittenBefore = 0;

  /** Notes that a write is sent; one that is repeated may have been made at any of its times. */
  send(icon: number): void {
    this.#writes.set(icon, { sent: (this.#now += 1), acknowledged: Infinity });
  }

  acknowledge(icon: number): void {
    const write = this.#of(icon);
    write.acknowledged = this.#now += 1;
    this.#overwrittenBefore = Math.max(this.#overwrittenBefore, write.sent);
  }

  /** What a read that begins now may find: that write, or one that is not older. */
  beginRead(): (icon: number | undefined) => boolean {
    const limit = this.#overwrittenBefore;
    return (icon) => icon !== undefined && this.#of(icon).acknowledged > limit;
  }

  #of(icon: number): { sent: number; acknowledged: number } {
    const write = this.#writes.get(icon);
    if (write === undefined) throw new Error(`${icon} was never written`);
    return write;
  }
}
