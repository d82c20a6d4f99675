import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Endpoint } from '@naughty-list/contracts/endpoint';
import { type Plugin, runnerImport } from 'vite';
import { z } from 'zod';

const PREFIX = 'virtual:endpoints/';
const { resolve } = createRequire(import.meta.url);
const SHAPES = fileURLToPath(new URL('src/lib/store.ts', import.meta.url));

/**
 * `virtual:endpoints/<file>` exports a contract's endpoints without Zod, which alone would be a sixth of the first
 * view's scripts: method, path, and response schemas as plain data for `src/lib/store.ts`. Generated from the contracts
 * in each build, so that they cannot diverge.
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
        // `import()` would return the cached first version of the contract.
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

export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'answers' in value && 'path' in value;
}

function lightEndpoint({ method, path, answers }: Endpoint): string {
  const shapes = Object.entries(answers).map(
    ([status, schema]) => `${status}: /*#__PURE__*/ checkedBy(${JSON.stringify(answerSchema(schema))})`,
  );
  return `{ method: '${method}', path: '${path}', answers: { ${shapes.join(', ')} } }`;
}

/** A response as JSON Schema, without keywords that have no effect. */
export function answerSchema(schema: z.ZodType): object {
  const { $schema, ...described } = z.toJSONSchema(schema);
  return JSON.parse(JSON.stringify(described, (key, value) => (isIdle(key, value) ? undefined : value)));
}

/** Zod adds its default integer limits, names what a pattern checks, and drops unknown fields instead of rejecting them. */
function isIdle(key: string, value: unknown): boolean {
  if (['additionalProperties', 'format', 'contentEncoding'].includes(key)) return typeof value !== 'object';
  return (key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}
