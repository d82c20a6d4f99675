import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

/** A contract's schema as JSON Schema 2020-12, which OpenAPI 3.1 uses: what goes in, or what comes out. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // What is refined or transformed has no words in JSON Schema; the rest of it still has.
    override: ({ jsonSchema }) => tidy(jsonSchema),
  });
  return json;
}

/** Leaves out what Zod adds for machines and no reader needs. */
function tidy(json: JsonSchema): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.format === 'starts_with') delete json.format;
  if (json.format === 'date-time' || json.format === 'uuid') delete json.pattern;
  // A field that comes later breaks no client.
  if (json.additionalProperties === false) delete json.additionalProperties;
}
