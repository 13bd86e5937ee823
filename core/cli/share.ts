/** Reads a share, such as `0.005` or `0.5%`; undefined if the text is not a share. */
export function readShare(text: string): number | undefined {
  const [, digits = '', percent = ''] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text.trim()) ?? [];
  const share = Number(digits) / (percent === '' ? 1 : 100);
  return digits !== '' && share <= 1 ? share : undefined;
}

/** Returns a share as a percentage of at most two decimals. */
export function percent(share: number): string {
  return `${Number((100 * share).toFixed(2))} %`;
}
