/** Formats a number, such as `1,234`. */
export function readable(value: number, fractionDigits = 0): string {
  return value.toLocaleString('en', { maximumFractionDigits: fractionDigits });
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
