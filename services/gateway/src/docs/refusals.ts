import { Challenge } from '@naughty-list/contracts/challenge';
import { type ErrorCode, errorStatus } from '@naughty-list/contracts/errors';
import { isGuarded } from '@naughty-list/service-kit/http/route';
import { z } from 'zod';
import type { DocumentedEndpoint } from './documented-endpoints.ts';

export type JsonSchema = Record<string, unknown>;

/** Errors that the edge may return for any endpoint. */
function refusalsOfTheEdge({ endpoint, anyOrigin, isChallenged }: DocumentedEndpoint): ErrorCode[] {
  const changes = endpoint.method !== 'GET';
  return [
    'too_many_requests',
    'internal_error',
    'service_unavailable',
    ...only(changes, 'invalid_input', 'unsupported_media_type', 'payload_too_large'),
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
  const codes = [...new Set([...documented.endpoint.errors, ...refusalsOfTheEdge(documented)])];
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
