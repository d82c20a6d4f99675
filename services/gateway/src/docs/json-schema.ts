import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

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
