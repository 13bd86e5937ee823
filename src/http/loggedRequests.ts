/** The values of the setting `LOG_REQUESTS`. */
export const LOGGED_REQUESTS = ['all', 'failures', 'none'] as const;

export type LoggedRequests = (typeof LOGGED_REQUESTS)[number];

const LEAST_FAILURE = 400;
const WINDOW_MS = 1_000;
/** For each status. In an outage all requests fail, and their lines must not push older ones out of the log. */
const MOST_LINES_PER_WINDOW = 10;

/** Creates the function that decides whether a request is logged. */
export function createIsLogged(
  setting: LoggedRequests,
): (status: number, isSlow: boolean) => boolean {
  if (setting !== 'failures') return () => setting === 'all';
  const lines = new Map<number, number>();
  let begun = performance.now();
  return (status, isSlow) => {
    if (status < LEAST_FAILURE && !isSlow) return false;
    const now = performance.now();
    if (now - begun >= WINDOW_MS) {
      begun = now;
      lines.clear();
    }
    const before = lines.get(status) ?? 0;
    lines.set(status, before + 1);
    return before < MOST_LINES_PER_WINDOW;
  };
}
