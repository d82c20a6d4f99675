import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repository } from './compose.ts';

const folder = mkdtempSync(join(tmpdir(), 'audit-test-'));
let registry: Server;
let url: string;
let status = 200;
let known: object = {};

beforeAll(async () => {
  registry = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(known));
  });
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
});
afterAll(() => {
  registry.close();
  registry.closeAllConnections();
  rmSync(folder, { recursive: true });
});

let holes = 0;
const hole = (id: string, severity: string) => ({
  id: ++holes,
  url: `https://github.com/advisories/${id}`,
  title: `A hole that is ${severity}`,
  severity,
  vulnerable_versions: '>=0.0.1',
  cwe: [],
  cvss: { score: 0, vectorString: '' },
});

async function audit(...args: string[]): Promise<{ code: number; said: string }> {
  const command = ['infra/dev/checks/audit.mjs', '--registry', url, ...args];
  const child = spawn(process.execPath, command, { cwd: repository, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, said: out + err };
}

it('an empty report of the registry is no finding', async () => {
  [status, known] = [200, {}];
  const { code, said } = await audit();
  expect(said).toMatch(/^asked: 0 known vulnerabilities, nothing high or critical is left unreviewed$/m);
  expect(code).toBe(0);
});

it.each(['high', 'critical'])(
  'a %s vulnerability is reported with the package that brings it, and fails',
  async (severity) => {
    [status, known] = [200, { 'find-my-way': [hole('GHSA-aaaa-bbbb-cccc', severity)] }];
    const { code, said } = await audit();
    expect(said).toMatch(new RegExp(`^${severity}: find-my-way@.*gateway.*GHSA-aaaa-bbbb-cccc$`, 'm'));
    expect(code).toBe(1);
  },
);

it('vulnerabilities of test dependencies, and low ones, are reported without failing', async () => {
  [status, known] = [200, { vitest: [hole('GHSA-v', 'critical')], fastify: [hole('GHSA-f', 'moderate')] }];
  const { code, said } = await audit();
  expect(said).toMatch(/^critical: vitest@.*\(tests and tools only\)/m);
  expect(said).toMatch(/^moderate: fastify@/m);
  expect(code).toBe(0);
});

it('a vulnerability reviewed for this version is reported with the reason', async () => {
  [status, known] = [200, { uuid: [hole('GHSA-u', 'high')] }];
  const version = (await audit()).said.match(/^high: (uuid@\S+) /m)?.[1];
  const reviewed = join(folder, 'reviewed.json');
  writeFileSync(
    reviewed,
    JSON.stringify([{ advisory: 'GHSA-u', id: version, reason: 'It is never called.' }]),
  );
  const { code, said } = await audit('--reviewed', reviewed);
  expect(said).toContain('reviewed: It is never called.');
  expect(code).toBe(0);
});

it('a review of a version that is not delivered any more has to be made anew', async () => {
  const reviewed = join(folder, 'stale.json');
  writeFileSync(reviewed, JSON.stringify([{ advisory: 'GHSA-u', id: 'uuid@0.0.1', reason: 'It was.' }]));
  const { code, said } = await audit('--review-only', '--reviewed', reviewed);
  expect(said).toContain('GHSA-u was reviewed for uuid@0.0.1, which is not delivered any more');
  expect(code).toBe(1);
});

it.each([405, 500])(
  'a registry that answers %s was not asked, and nothing is called clean',
  async (answered) => {
    [status, known] = [answered, {}];
    const { code, said } = await audit();
    expect(said).toMatch(
      /^NOT ASKED: known vulnerabilities, because .*This says nothing about whether there are any\.$/m,
    );
    expect(said).not.toMatch(/^asked/m);
    expect(code).toBe(2);
  },
);
