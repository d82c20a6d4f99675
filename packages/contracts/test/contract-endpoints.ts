import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '../src/endpoint.ts';

const FOLDER = fileURLToPath(new URL('../src', import.meta.url));

/** Every endpoint exported by the contracts, by method and path. */
export async function contractEndpoints(): Promise<Map<string, Endpoint>> {
  const files = readdirSync(FOLDER).filter((file) => /\.ts$/.test(file) && !file.endsWith('.test.ts'));
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(`../src/${file.replace(/\.ts$/, '')}.ts`)),
  );
  const endpoints = modules.flatMap((exports) => Object.values(exports).filter(isEndpoint));
  return new Map(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'answers' in value;
}
