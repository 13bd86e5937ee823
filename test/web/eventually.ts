const PATIENCE_MS = 20_000;
const PAUSE_MS = 25;

/** Tries an expectation again until it is met. */
export async function eventually(expectation: () => unknown): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await expectation();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
