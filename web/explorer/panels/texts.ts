/** Formats a number, such as `1,234`. */
export function readable(value: number, fractionDigits = 0): string {
  return value.toLocaleString('en', { maximumFractionDigits: fractionDigits });
}

/** Formats a number with its noun, such as `1 source` or `2 sources`. */
export function counted(value: number, noun: string, nouns = `${noun}s`): string {
  return `${readable(value)} ${value === 1 ? noun : nouns}`;
}

const MILLIONS = new Intl.NumberFormat('en', {
  notation: 'compact',
  compactDisplay: 'long',
  maximumSignificantDigits: 3,
});

/** Formats a number of inhabitants or things roughly, such as `24,000` or `2.14 million`. */
export function rounded(value: number): string {
  const isLarge = value >= 1_000_000;
  return isLarge
    ? MILLIONS.format(value)
    : value.toLocaleString('en', { maximumSignificantDigits: 2 });
}

/** Formats a distance in metres below a kilometre, else in kilometres. */
export function distance(kilometres: number): string {
  if (kilometres < 1) return `${readable(kilometres * 1_000)} m`;
  return `${readable(kilometres, kilometres < 100 ? 1 : 0)} km`;
}

/** Formats a time in the visitor's time zone. Returns an invalid time unchanged. */
export function moment(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return date.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}
