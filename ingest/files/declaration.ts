import { isUtf8 } from 'node:buffer';
import type Joi from 'joi';
import { type Document, isPair, isScalar, parseDocument, visit } from 'yaml';

interface Validated<Value> {
  /** All faults, each with the place of its member. */
  faults: string[];
  /** Sound if there are no faults. */
  value?: Value;
}

/** Parses and validates a file that a person has written, in JSON or YAML, which has JSON in it. */
export function validated<Value>(
  bytes: Buffer,
  schema: Joi.Schema<Value>,
  context: object = {},
): Validated<Value> {
  if (!isUtf8(bytes)) return { faults: ['it is not UTF-8: save it as UTF-8'] };
  const parsed = parse(bytes.toString().replace(/^\ufeff/, ''));
  if ('faults' in parsed) return parsed;
  const { given } = parsed;
  const options = { abortEarly: false, convert: false, errors: { label: false as const }, context };
  const result = schema.validate(given, options);
  const details = result.error?.details ?? [];
  const faults = details.map(({ path, message }) => `${placeOf(path)}${message}`);
  return { faults, value: result.value as Value };
}

/** A fault of YAML has its line. A member that is there twice is a fault, too. */
function parse(text: string): { given: unknown } | { faults: string[] } {
  try {
    const document = parseDocument(text);
    const problems = [...document.errors, ...document.warnings];
    if (problems.length > 0) {
      return { faults: problems.map(({ message }) => message.split('\n')[0] ?? '') };
    }
    const given = document.toJS() as unknown;
    const faults = numberFaults(document);
    // Aliases may put a member into itself, which JSON cannot be.
    JSON.stringify(given, (name, value: unknown) => {
      // Joi does not report this one name.
      if (name === '__proto__') faults.push('__proto__: is not known');
      return value;
    });
    return faults.length > 0 ? { faults } : { given: given ?? {} };
  } catch (error) {
    // The file is nested deeper, or repeats more by aliases, than anybody writes.
    const isAlias = error instanceof ReferenceError;
    return { faults: [isAlias ? error.message : 'it is nested too deep, or within itself'] };
  }
}

/** YAML reads 01 as the number 1. Conditions of `where` compare texts, so 1.0 must not become 1 there. */
function numberFaults(document: Document): string[] {
  const faults: string[] = [];
  visit(document, {
    Scalar(_, { value, source }, path) {
      if (typeof value !== 'number' || source === undefined || source === String(value)) return;
      const isCompared = path.some((each) => isPair(each) && isScalar(each.key) && each.key.value === 'where'); // prettier-ignore
      if (isCompared || /^[-+]?0\d/.test(source))
        faults.push(`${source} is read as the number ${value}: write '${source}', or ${value}`);
    },
  });
  return faults;
}

/** Returns the place of a member, such as `cities.from[1].geonames: `. */
function placeOf([first, ...others]: readonly (string | number)[]): string {
  if (first === undefined) return '';
  const rest = others.map((each) => (typeof each === 'number' ? `[${each}]` : `.${each}`));
  return `${first}${rest.join('')}: `;
}
