import { invocation } from './invocation.js';

/** Control characters that a terminal obeys, and characters that turn text around. Lines may end. */
const UNPRINTABLE = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
const WITHIN_LINE = /[\p{Cc}\u2028\u2029]/gu;

/** Escapes a text for a terminal. Files, and their names, can hold anything. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

/** Prints a text. */
export function say(text: string): void {
  invocation().console.log(printable(text));
}

export function sayJson(value: unknown): void {
  say(JSON.stringify(value, undefined, 2));
}

/** Prints a text beside the output, to standard error. */
export function sayAside(text: string): void {
  invocation().console.error(printable(text));
}

/** Escapes a text so that it stays one line. */
export function oneLine(text: string): string {
  return text.replace(WITHIN_LINE, escaped);
}

/** Escapes as JSON does, so that JSON stays valid. */
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
