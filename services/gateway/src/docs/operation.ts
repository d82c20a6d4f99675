import { CASE_CODE_HEADER } from '@naughty-list/contracts/appeals';
import { CHALLENGE_HEADER, Challenge } from '@naughty-list/contracts/challenge';
import type { Endpoint } from '@naughty-list/contracts/endpoint';
import { type ErrorCode, errorStatus } from '@naughty-list/contracts/errors';
import { isGuarded } from '@naughty-list/service-kit/http/route';
import { z } from 'zod';
import type { DocumentedEndpoint } from './documented-endpoints.ts';

export const ADMIN_SESSION = 'adminSession';

/** `/api/a/:id` in OpenAPI notation: `/api/a/{id}`; the rest of a path is `{*}`. */
export const documentedPath = ({ path }: Endpoint) => path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{*}');

/** One endpoint as an OpenAPI 3.1 operation. */
export function operationOf(documented: DocumentedEndpoint): Record<string, unknown> {
  const { endpoint } = documented;
  const parameters = [
    ...parametersOf('path', endpoint.params),
    ...parametersOf('query', endpoint.query),
    ...headersOf(documented),
  ];
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    tags: [tagOf(endpoint)],
    // The role that is needed at least (OpenAPI 3.1 allows role names here).
    ...(isGuarded(endpoint.access) ? { security: [{ [ADMIN_SESSION]: [endpoint.access] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body
      ? { requestBody: { required: true, content: json(jsonSchemaOf(endpoint.body, 'input')) } }
      : {}),
    responses: { ...successesOf(documented), ...refusalsOf(documented) },
  };
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

function parametersOf(where: 'path' | 'query', schema: z.ZodType | undefined): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: of,
  }));
}

function headersOf({ endpoint, isChallenged, takesCaseCode }: DocumentedEndpoint): object[] {
  const { answers, answerHeaders } = endpoint;
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  return [
    ...(202 in answers
      ? [header('prefer', '`respond-async`: answer at once; `wait=<seconds>`: by then (RFC 7240)')]
      : []),
    ...(isChallenged
      ? [header(CHALLENGE_HEADER, 'The solution of a challenge: see "Proof of work" above')]
      : []),
    ...(takesCaseCode ? [header(CASE_CODE_HEADER, 'The case code, or the code of a report')] : []),
    ...(answerHeaders?.etag ? [header('if-none-match', 'The ETag of an earlier answer')] : []),
  ];
}

const statusTexts: Record<string, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Not decided yet',
  204: 'Done',
};

function successesOf({ endpoint, stream, contentType }: DocumentedEndpoint): Record<string, unknown> {
  const headers = Object.fromEntries(
    Object.entries(endpoint.answerHeaders ?? {}).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  );
  const successes = Object.entries(endpoint.answers).map(([status, body]) => {
    const schema = jsonSchemaOf(body, 'output');
    const content = stream
      ? { 'text/event-stream': { schema: { type: 'string' }, itemSchema: schema } }
      : contentType
        ? { [contentType]: {} }
        : json(schema);
    return [
      status,
      {
        description: statusTexts[status],
        ...(Object.keys(headers).length > 0 ? { headers } : {}),
        ...(status === '204' ? {} : { content }),
      },
    ];
  });
  return {
    ...Object.fromEntries(successes),
    ...(endpoint.answerHeaders?.etag ? { 304: { description: 'Not modified' } } : {}),
    ...(stream ? { 204: { description: 'No more events will follow' } } : {}),
  };
}

/** `GET /api/scammer-reports/:id` becomes `getScammerReportsById`. */
function operationId({ method, path }: Endpoint): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll(/:(\w)/g, (_all, letter: string) => `by-${letter}`)
    .split(/[/.-]/);
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join(
    '',
  );
}

const tags: readonly [prefix: string, tag: string][] = [
  ['/api/admin/analytics', 'Analytics'],
  ['/api/admin/audit-log', 'Audit log'],
  ['/api/admin/review', 'Review'],
  ['/api/admin/queue-changes', 'Audit log'],
  ['/api/admin/waiting', 'Review'],
  ['/api/admin/payments', 'Payments, for admins'],
  ['/api/admin/nice-reports', 'Nice List, for admins'],
  ['/api/admin/reports', 'Naughty List, for admins'],
  ['/api/admin/', 'Admin session'],
  ['/api/scammer-reports', 'Naughty List'],
  ['/api/nice-reports', 'Nice List'],
  ['/api/appeal', 'Appeals'],
  ['/api/own-report', 'Naughty List'],
  ['/api/verif', 'Verification of payments'],
  ['/feeds/', 'Feeds'],
  ['/api/alpha-group', 'Secret Sausage Society'],
];

const tagOf = ({ path }: Endpoint) => tags.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'Site';

export type JsonSchema = Record<string, unknown>;

/** Errors that any endpoint of this method, access and input may return: of the edge, and of parsing by the contract. */
function refusalsOfTheEdge({ endpoint, anyOrigin, isChallenged }: DocumentedEndpoint): ErrorCode[] {
  const changes = endpoint.method !== 'GET';
  return [
    'too_many_requests',
    'internal_error',
    'service_unavailable',
    ...only(changes || endpoint.query !== undefined, 'invalid_input'),
    ...only(changes, 'unsupported_media_type', 'payload_too_large'),
    ...only((changes && !anyOrigin) || endpoint.path.startsWith('/api/admin/'), 'forbidden_origin'),
    ...only(isChallenged === true, 'challenge_required'),
    ...only(isGuarded(endpoint.access), 'unauthorized'),
    ...only(endpoint.access === 'admin', 'forbidden_role'),
    ...only(endpoint.params !== undefined, 'not_found'),
  ];
}

const only = (condition: boolean, ...codes: ErrorCode[]) => (condition ? codes : []);

/** Extra body fields of an error code. */
const extras: Partial<Record<ErrorCode, JsonSchema>> = {
  username_already_listed: { existingUsername: { type: 'string' } },
  too_many_requests: { retryAfter: { type: 'integer', description: 'Seconds' } },
  service_unavailable: { retryAfter: { type: 'integer', description: 'Seconds' } },
  invalid_input: { field: { type: 'string', description: 'The field at fault' } },
  challenge_required: { challenge: jsonSchemaOf(Challenge, 'output') },
  payment_refused: { reason: { type: 'string', description: 'The code of the verdict' } },
};

const waits: readonly number[] = [errorStatus.too_many_requests, errorStatus.service_unavailable];
const retryAfter = { 'retry-after': { description: 'Seconds', schema: { type: 'integer' } } };

/** All errors of an endpoint by status. */
export function refusalsOf(documented: DocumentedEndpoint): Record<string, unknown> {
  const codes = [...new Set([...(documented.endpoint.errors ?? []), ...refusalsOfTheEdge(documented)])];
  const byStatus = Map.groupBy(codes, (code) => errorStatus[code]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([one], [other]) => one - other)
      .map(([status, ofStatus]) => [
        status,
        {
          description: ofStatus.map((code) => `\`${code}\``).join(', '),
          ...(waits.includes(status) ? { headers: retryAfter } : {}),
          content: { 'application/json': { schema: refusalSchema(ofStatus) } },
        },
      ]),
  );
}

function refusalSchema(codes: ErrorCode[]): JsonSchema {
  return {
    type: 'object',
    required: ['message', 'code'],
    properties: {
      message: { type: 'string', description: 'Fit to show to a person' },
      code: { type: 'string', enum: codes },
      ...Object.assign({}, ...codes.map((code) => extras[code] ?? {})),
    },
  };
}

/** A contract's schema as JSON Schema 2020-12 (used by OpenAPI 3.1), for its input or its output. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // JSON Schema cannot express refinements and transforms; the rest of the schema still applies.
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  return json;
}

/** Removes keywords that Zod adds and readers do not need. */
function tidy(json: JsonSchema): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.format === 'starts_with') delete json.format;
  if (json.format === 'date-time' || json.format === 'uuid') delete json.pattern;
  // Adding a response field later is not a breaking change.
  if (json.additionalProperties === false) delete json.additionalProperties;
}
