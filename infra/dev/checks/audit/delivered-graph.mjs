import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pnpm } from './pnpm.mjs';

/** The workspaces that run in production; the others are tests, benchmarks and tools. */
export const delivered = [
  'web',
  'gateway',
  'reports',
  'membership',
  'analytics',
  'chain-verifier',
  'embedded',
  'local-chain',
  'doctor',
];

/** Every third-party package in the production graph, as `name@version`, with the workspaces that depend on it. */
export function deliveredGraph() {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'));
  try {
    const format = ['--sbom-format', 'cyclonedx', '--lockfile-only', '--prod', '--split'];
    const { code, stderr } = pnpm('sbom', ...format, '--out', join(folder, '%s.json'));
    if (code !== 0) throw new Error(`pnpm sbom: ${stderr}`);
    const graph = new Map();
    for (const part of delivered) for (const id of componentsIn(folder, part)) add(graph, id, part);
    return new Map([...graph].sort(([one], [other]) => (one < other ? -1 : 1)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function componentsIn(folder, part) {
  const file = readdirSync(folder).find((name) => name === `naughty-list-${part}.json`);
  if (!file) throw new Error(`pnpm sbom tells nothing of ${part}`);
  const { components = [] } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  return components
    .map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`)
    .filter((id) => !id.startsWith('@naughty-list/'));
}

function add(graph, id, part) {
  const parts = graph.get(id) ?? new Set();
  graph.set(id, parts.add(part));
}
