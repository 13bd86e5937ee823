/** The parts of an OpenAPI document that requests are made of, and answers are held against. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, DocumentedResponse>>;
    readonly schemas: Readonly<Record<string, object>>;
  };
}

export interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  /** Empty: it needs no token. */
  readonly security?: readonly unknown[];
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly example?: string | number | boolean | readonly string[];
}

export interface Schema {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
}

interface Media {
  readonly schema: object;
  readonly example?: unknown;
}

export interface DocumentedResponse {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, Media>>;
}

/** Reads the document that a running API serves. */
export async function readOpenApi(address: string): Promise<OpenApi> {
  const response = await fetch(`${address}/openapi.json`);
  return (await response.json()) as OpenApi;
}
