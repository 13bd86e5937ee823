import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

const ROOT = 'openapi.json';

/** What an answer is held against its documentation by. */
export interface Documented {
  method: string;
  path: string;
  status: number;
  body: unknown;
}

/** Says what is wrong with an answer by the OpenAPI document of the service; nothing: undefined. */
export type CheckDocumented = (answer: Documented) => string | undefined;

/** By the text of the document: to compile what it says of answers takes long. */
const known = new Map<string, CheckDocumented>();

/**
 * Returns what checks answers by an OpenAPI document; each is compiled once in a process.
 * @param text of `GET /openapi.json`.
 */
export function documentedBy(text: string): CheckDocumented {
  const check = known.get(text) ?? compile(JSON.parse(text, strict) as object);
  known.set(text, check);
  return check;
}

const TYPES = ['country', 'city', 'region'];
const absent = (...names: string[]) => Object.fromEntries(names.map((name) => [name, false]));

/** Adds the choices between members. The document lacks them, because many generators of clients cannot read them. */
const CHOICES: Readonly<Record<string, object[]>> = {
  SearchResult: TYPES.map((type) => {
    const others = TYPES.filter((other) => other !== type);
    if (type !== 'city') others.push('near');
    return { required: [type], properties: { type: { const: type }, ...absent(...others) } };
  }),
  LocationOrError: [{ required: ['error'], maxProperties: 1 }, { properties: absent('error') }],
  Source: [
    { required: ['generation'], maxProperties: 1 },
    { required: ['name', 'bytes', 'sha256', 'built_in'], properties: absent('generation') },
  ],
};

/** A later version may add members to answers. This one has only those that it documents. */
function strict(name: string, value: unknown): unknown {
  if (name === 'additionalProperties' && value === true) return false;
  return name in CHOICES ? { ...(value as object), oneOf: CHOICES[name] } : value;
}

function compile(document: object): CheckDocumented {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(document, ROOT);
  const validators = new Map<string, ValidateFunction>();

  const validatorOf = (pointer: string): ValidateFunction => {
    const known = validators.get(pointer);
    if (known !== undefined) return known;
    const validate = ajv.compile({ $ref: `${ROOT}${pointer}` });
    validators.set(pointer, validate);
    return validate;
  };

  return ({ method, path, status, body }) => {
    const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1');
    const operation = method === 'HEAD' ? 'get' : method.toLowerCase();
    const response = `#/paths/${escaped}/${operation}/responses/${status}`;
    const pointer = follow(document, response);
    if (pointer === undefined) return `${method} ${path} documents no status ${status}`;
    if (method === 'HEAD') return undefined;
    if (status === 304) return body === undefined ? undefined : `${method} ${path} 304 has a body`;
    const validate = validatorOf(`${pointer}/content/application~1json/schema`);
    if (validate(body)) return undefined;
    const shown = JSON.stringify(body).slice(0, 300);
    return `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)} in ${shown}`;
  };
}

interface Node {
  readonly [name: string]: Node | undefined;
}

/** The pointer to what is there in the end, behind a reference; undefined when nothing is. */
function follow(document: object, pointer: string): string | undefined {
  let found: Node | undefined = document as Node;
  for (const key of pointer.slice(2).split('/')) {
    found = found?.[key.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  if (found === undefined) return undefined;
  const { $ref: reference } = found;
  return typeof reference === 'string' ? follow(document, reference) : pointer;
}
