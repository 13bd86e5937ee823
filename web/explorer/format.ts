/** Returns a number as people read it: `1,234`. */
export function readable(value: number, fractionDigits = 0): string {
  return value.toLocaleString('en', { maximumFractionDigits: fractionDigits });
}

/** Returns a distance in metres below a kilometre, else in kilometres. */
export function distance(kilometres: number): string {
  if (kilometres < 1) return `${readable(kilometres * 1_000)} m`;
  return `${readable(kilometres, kilometres < 100 ? 1 : 0)} km`;
}

/** Returns a moment in the time of the person; as it is where it is none. */
export function moment(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return date.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}
