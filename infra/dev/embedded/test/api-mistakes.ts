import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Call, Headers } from './api-world.ts';

export type Mistake = { what: string; call: Call; status?: number };

const UNKNOWN_ID = 2_147_483_647;
const unknown: Record<string, string> = {
  operationId: '6f2c0f2e-4a52-4d8c-9f57-30a1a3f1c0de',
  token: 'nothing',
};

/**
 * All wrong calls of an operation that can be derived from its document. `status` if only one response is right;
 * otherwise any documented one is.
 */
export function mistakesIn(operation: Operation, valid: Call, session: Headers): Mistake[] {
  const headers = { ...session, ...valid.headers };
  const known = { ...valid, headers };
  return [
    ...inParameters(operation, known),
    ...inQuery(operation, known),
    ...inBody(operation, known),
    ...(operation.security
      ? [{ what: 'no session', call: { ...valid, headers: valid.headers ?? {} }, status: 401 }]
      : []),
    ...(operation.method !== 'GET' && operation.responses[403]
      ? [
          {
            what: 'another origin',
            call: { ...known, headers: { ...headers, origin: 'https://evil.example' } },
            status: 403,
          },
        ]
      : []),
  ];
}

function inParameters({ path, parameters = [] }: Operation, call: Call): Mistake[] {
  const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const query = call.path.includes('?') ? call.path.slice(call.path.indexOf('?')) : '';
  return names.flatMap((name) =>
    ['nonsense', '0', '-1', '%00', '9'.repeat(30), unknown[name] ?? String(UNKNOWN_ID)].map((value) => ({
      what: `${name} ${value}`,
      call: { ...call, path: path.replace(`{${name}}`, value) + query },
    })),
  );
}

function inQuery({ path, parameters = [] }: Operation, call: Call): Mistake[] {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  return names.flatMap((name) =>
    [
      '',
      'nonsense',
      '-1',
      '0',
      '99999999999',
      'x'.repeat(5_000),
      'a&'.concat(name, '=b'),
      '%00',
      '%F0%9F%8E%85',
    ].map((value) => ({
      what: `${name}=${value.slice(0, 20)}`,
      call: { ...call, path: `${path}?${name}=${value}` },
    })),
  );
}

function inBody({ requestBody }: Operation, call: Call): Mistake[] {
  const schema = requestBody?.content['application/json']?.schema;
  if (!schema) return [];
  const body = call.body as Record<string, unknown>;
  const wrongValues = [null, 7, -1, 1e300, true, [], {}, '', 'x'.repeat(3_000), 'a\u0000b', '<script>', '😀'];
  const fields = Object.keys(schema.properties ?? {}).flatMap((field) => [
    ...wrongValues.map((value) => ({
      what: `${field} ${JSON.stringify(value).slice(0, 20)}`,
      call: { ...call, body: { ...body, [field]: value } },
    })),
    { what: `no ${field}`, call: { ...call, body: { ...body, [field]: undefined } } },
  ]);
  const whole = ['{', '', 'null', '[]', '"text"', '7', '{"__proto__":{"admin":true}}'].map((text) => ({
    what: `the body ${text}`,
    call: { ...call, body: text },
    status: 400,
  }));
  const headers = { ...call.headers, 'content-type': 'text/plain' };
  return [
    ...fields,
    ...whole,
    { what: 'a body that is no JSON', call: { ...call, headers }, status: 415 },
    { what: 'too much', call: { ...call, body: { ...body, more: 'x'.repeat(70_000) } }, status: 413 },
  ];
}

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
