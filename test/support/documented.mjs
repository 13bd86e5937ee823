import { Ajv2020 } from 'ajv/dist/2020.js';

const ROOT = 'openapi.json';

/** By the text of the document: to compile what it says of answers takes long. */
const known = new Map();

/** Returns what checks answers by an OpenAPI document; each is compiled once in a process. */
export function documentedBy(text) {
  const check = known.get(text) ?? compile(JSON.parse(text));
  known.set(text, check);
  return check;
}

function compile(document) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema(document, ROOT);
  const validators = new Map();

  const validatorOf = (pointer) => {
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
function follow(document, pointer) {
  let found = document;
  for (const key of pointer.slice(2).split('/')) {
    found = found?.[key.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  if (found === undefined) return undefined;
  const { $ref: reference } = found;
  return reference === undefined ? pointer : follow(document, reference);
}
