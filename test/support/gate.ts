/** Holds all that passes, until it is opened once for those that wait. */
export class Gate {
  #waiting: (() => void)[] = [];

  /** The number of those that wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  pass(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  open(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
