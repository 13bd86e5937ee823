/** Tells that places went live, and the markers are to follow them yet. */
export function notFollowing(error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(
    `The markers do not follow the places yet: ${reason}\nTo complete it: \`npm run ingest -- markers\`.`,
    { cause: error },
  );
}
