import { requireOnce } from './requireOnce.js';

/** What an answer is held against its documentation by. */
export interface Documented {
  method: string;
  path: string;
  status: number;
  body: unknown;
}

/** Says what is wrong with an answer by the OpenAPI document of the service; nothing: undefined. */
export type CheckDocumented = (answer: Documented) => string | undefined;

/** @param text of `GET /openapi.json`. */
export function documentedBy(text: string): CheckDocumented {
  const { documentedBy: check } = requireOnce('./documented.mjs') as {
    documentedBy: typeof documentedBy;
  };
  return check(text);
}
