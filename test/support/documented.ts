import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Json = Record<string, unknown>;

/** What an answer is held against its documentation by. */
export interface Documented {
  method: string;
  path: string;
  status: number;
  body: unknown;
}

/** Says what is wrong with an answer by the OpenAPI document of the service; nothing: undefined. */
export type CheckDocumented = (answer: Documented) => string | undefined;

const ROOT = 'openapi.json';

/** @param document of `GET /openapi.json`. */
export function documentedBy(document: Json): CheckDocumented {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
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
    return `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 300)}`;
  };
}

/** The pointer to what is there in the end, behind a reference; undefined when nothing is. */
function follow(document: Json, pointer: string): string | undefined {
  let found: unknown = document;
  for (const key of pointer.slice(2).split('/')) {
    found = (found as Json | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  if (found === undefined) return undefined;
  const { $ref: reference } = found as { $ref?: string };
  return reference === undefined ? pointer : follow(document, reference);
}
