/** The values of the setting `LOG_REQUESTS`. */
export const LOGGED_REQUESTS = ['all', 'failures', 'none'] as const;

export type LoggedRequests = (typeof LOGGED_REQUESTS)[number];

/** For each status. In an outage all requests fail, and their lines must not push older ones out of the log. */
const MOST_LINES_PER_SECOND = 10;

/** Creates the function that decides whether a request is logged. */
export function createIsLogged(setting: LoggedRequests) {
  const lines = new Map<number, number>();
  let second = 0;
  return (status: number, isSlow: boolean): boolean => {
    if (setting !== 'failures') return setting === 'all';
    if (status < 400 && !isSlow) return false;
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) lines.clear();
    second = now;
    const count = (lines.get(status) ?? 0) + 1;
    lines.set(status, count);
    return count <= MOST_LINES_PER_SECOND;
  };
}
