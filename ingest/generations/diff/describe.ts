import type { Changes, FieldChange } from './changes.js';

const MOST_CHARACTERS = 80;
/** Of one document. */
const MOST_FIELDS = 5;
/** Of all. */
const MOST_FIELD_NAMES = 12;

/** Tells in lines how a generation differs; the first one is of numbers. */
export function describeChanges({ counts, fields, examples }: Changes): string[] {
  const { new: added, changed, unchanged, gone } = counts;
  const names = Object.entries(fields).map(([name, count]) => `${name} ${count}`);
  return [
    `${added} new, ${changed} changed, ${unchanged} unchanged, ${gone} gone`,
    ...examples.new.map((id) => `  new: ${id}`),
    ...examples.changed.map(({ id, fields: of }) => `  changed: ${id}: ${describeFields(of)}`),
    ...examples.gone.map((id) => `  gone: ${id}`),
    ...(names.length > 0 ? [`  changed fields: ${shortened(names, MOST_FIELD_NAMES, ', ')}`] : []),
  ];
}

function describeFields(fields: readonly FieldChange[]): string {
  const each = fields.map(({ field, from, to }) => `${field} ${told(from)} → ${told(to)}`);
  return shortened(each, MOST_FIELDS, '; ');
}

function shortened(parts: readonly string[], most: number, separator: string): string {
  const more = parts.length > most ? [`and ${parts.length - most} more`] : [];
  return [...parts.slice(0, most), ...more].join(separator);
}

function told(value: unknown): string {
  const text = value === undefined ? 'none' : JSON.stringify(value);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
