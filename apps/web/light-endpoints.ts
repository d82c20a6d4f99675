import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Endpoint } from '@naughty-list/contracts/endpoint';
import { type Plugin, runnerImport } from 'vite';
import { z } from 'zod';

const PREFIX = 'virtual:endpoints/';
const { resolve } = createRequire(import.meta.url);
const SHAPES = fileURLToPath(new URL('src/lib/shape.ts', import.meta.url));

/**
 * `virtual:endpoints/<file>` are the endpoints of a contract without Zod, which alone would be a sixth of the first view's
 * scripts: each with its method, its path, and its answers as plain data that `src/lib/shape.ts` checks. Made from
 * the contracts in each build, so that the two cannot drift apart.
 */
export function lightEndpoints(): Plugin {
  let developing = false;
  return {
    name: 'light-endpoints',
    configResolved({ command, mode }) {
      developing = command === 'serve' && mode === 'development';
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const file = resolve(`@naughty-list/contracts/${id.slice(PREFIX.length + 1)}`);
      let contract: Record<string, unknown>;
      if (developing) {
        // Node would keep the first version of the contract.
        const { module, dependencies } = await runnerImport<typeof contract>(file);
        contract = module;
        for (const dependency of [file, ...dependencies]) this.addWatchFile(dependency);
      } else {
        contract = await import(pathToFileURL(file).href);
      }
      const endpoints = Object.entries(contract).flatMap(([name, value]) =>
        isEndpoint(value) ? [`export const ${name} = ${lightEndpoint(value)};`] : [],
      );
      return [`import { checkedBy } from ${JSON.stringify(SHAPES)};`, ...endpoints].join('\n');
    },
  };
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'answers' in value && 'path' in value;
}

function lightEndpoint({ method, path, answers }: Endpoint): string {
  const shapes = Object.entries(answers).map(
    ([status, schema]) => `${status}: /*#__PURE__*/ checkedBy(${JSON.stringify(answerSchema(schema))})`,
  );
  return `{ method: '${method}', path: '${path}', answers: { ${shapes.join(', ')} } }`;
}

/** An answer as JSON Schema, without what says nothing about it. */
export function answerSchema(schema: z.ZodType): object {
  const { $schema, ...described } = z.toJSONSchema(schema);
  return JSON.parse(JSON.stringify(described, (key, value) => (isIdle(key, value) ? undefined : value)));
}

/** Zod names its own limits of integers, and drops unknown fields instead of refusing them. */
function isIdle(key: string, value: unknown): boolean {
  if (key === 'additionalProperties' || key === 'format') return typeof value !== 'object';
  return (key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}
