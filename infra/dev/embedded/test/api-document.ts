import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Answer = { content?: Record<string, { schema?: object; itemSchema?: object }>; headers?: object };
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean };

export type Operation = {
  method: string;
  path: string;
  security?: unknown;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, object> } }> };
  responses: Record<string, Answer>;
};

export type Document = { paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>> };

/** `GET /api/a/:id`, as in the contracts. */
export const nameOf = ({ method, path }: Operation) =>
  `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1').replace('{*}', '*')}`;

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, ofPath]) =>
    Object.entries(ofPath).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      ...operation,
    })),
  );
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const validators = new Map<object, ValidateFunction>();

/** Deviations of a response from the document; empty if there are none. */
export async function faultsOf(operation: Operation, answer: Response): Promise<string[]> {
  const documented = operation.responses[answer.status];
  if (!documented) return [`status ${answer.status} is not documented: ${await answer.text()}`];
  const missing = Object.keys(documented.headers ?? {}).filter((name) => !answer.headers.has(name));
  const faults = missing.map((name) => `header ${name} is missing`);
  const type = answer.headers.get('content-type')?.split(';', 1)[0] ?? '';
  if (!documented.content) return [...faults, ...((await answer.text()) === '' ? [] : ['there is a body'])];
  const content = documented.content[type];
  if (!content) return [...faults, `content type ${type} is not documented`];
  if (content.itemSchema) return [...faults, ...faultsOfBody(content.itemSchema, await firstEvent(answer))];
  if (!content.schema) return faults;
  return [...faults, ...faultsOfBody(content.schema, await answer.json())];
}

function faultsOfBody(schema: object, body: unknown): string[] {
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  if (validate(body)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The data of a stream's first event; does not wait for more. */
async function firstEvent(answer: Response): Promise<unknown> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const data = /^data: ?(.*)\n/m.exec(text)?.[1];
    if (data !== undefined) return JSON.parse(data);
  }
  return text;
}
