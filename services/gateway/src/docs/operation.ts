import { CASE_CODE_HEADER } from '@naughty-list/contracts/appeals';
import { CHALLENGE_HEADER } from '@naughty-list/contracts/challenge';
import type { Endpoint } from '@naughty-list/contracts/endpoint';
import { isGuarded } from '@naughty-list/service-kit/http/route';
import type { z } from 'zod';
import type { DocumentedEndpoint } from './documented-endpoints.ts';
import { type JsonSchema, jsonSchemaOf, refusalsOf } from './refusals.ts';

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
