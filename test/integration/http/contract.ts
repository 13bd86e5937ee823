import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formatsModule from 'ajv-formats';

/** Parameters may all be known, and tokens without a limit. */
const OPTIONAL_HEADERS = ['X-Ignored-Params', 'RateLimit-Policy', 'RateLimit'];

interface Reference {
  $ref?: string;
}
interface DocumentedResponse extends Reference {
  headers?: Record<string, Reference>;
  content?: Record<string, { schema: Reference & object }>;
}
interface Document {
  paths: Record<string, Record<string, { responses: Record<string, DocumentedResponse> }>>;
  components: { responses: Record<string, DocumentedResponse>; schemas: Record<string, object> };
}

/** Fails if an answer is not what the API's own documentation says of its route. */
export type CheckAnswer = (path: string, response: Response, body: unknown) => void;

/** The documentation of a running API, as a check of its answers to GET. */
export async function loadContract(url: string): Promise<CheckAnswer> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formatsModule.default(ajv);
  const validators = new Map<string, ValidateFunction>();

  function resolve<T extends Reference>(item: T): T {
    if (item.$ref === undefined) return item;
    let found: unknown = document;
    for (const name of item.$ref.replace('#/', '').split('/')) {
      found = (found as Record<string, unknown>)[name];
    }
    return found as T;
  }

  return (path, response, body) => {
    const pathname = path.split('?', 1)[0] ?? '';
    const route = `GET ${pathname} ${response.status}`;
    const documented = document.paths[pathname]?.get?.responses[String(response.status)];
    // An unknown path is no route; that it is 404 stands in the introduction.
    const answer =
      documented ?? (response.status === 404 ? document.components.responses.NotFound : undefined);
    if (answer === undefined) throw new Error(`${route} is not documented`);

    const { content = {}, headers = {} } = resolve(answer);
    for (const name of Object.keys(headers)) {
      const isOptional = OPTIONAL_HEADERS.includes(name);
      if (!isOptional && !response.headers.has(name)) throw new Error(`${route} lacks ${name}`);
    }
    const type = response.headers.get('Content-Type')?.split(';')[0] ?? '';
    const media = content[type];
    if (media === undefined) throw new Error(`${route}: ${type} is not documented`);
    let validate = validators.get(route);
    if (validate === undefined)
      validators.set(route, (validate = ajv.compile(resolve(media.schema))));
    if (!validate(body)) throw new Error(`${route}: ${ajv.errorsText(validate.errors)}`);
  };
}
