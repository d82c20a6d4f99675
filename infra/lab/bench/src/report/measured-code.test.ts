import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeDocument } from './document.ts';
import { measuredCode } from './measured-code.ts';

it('names the commit that was measured, and whether anything else was', () => {
  const root = mkdtempSync(join(tmpdir(), 'measured-code-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  expect(measuredCode(root)).toBeUndefined();
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Elf', '-c', 'user.email=elf@example.org', ...words], {
      cwd: root,
      encoding: 'utf8',
    });
  git('init', '--quiet');
  expect(measuredCode(root)).toBeUndefined();
  writeFileSync(join(root, 'toy.ts'), '');
  git('add', '.');
  git('commit', '--quiet', '--message', 'A toy');
  const commit = git('rev-parse', 'HEAD').slice(0, 12);
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'docs/benchmarks.md'), 'Written by the bench');
  expect(measuredCode(root)).toEqual({ commit, clean: true });
  writeFileSync(join(root, 'toy.ts'), 'changed');
  expect(measuredCode(root)).toEqual({ commit, clean: false });
});

it('is named for each section that knows it, and the machine once', () => {
  const measured = { at: '2026-11-21', command: 'npm run bench', machine: '2 cores', rows: [] };
  const results = {
    list: measured,
    jobs: { ...measured, code: { commit: 'abc', clean: true } },
    pages: { ...measured, machine: '2 cores, load average 1 before', code: { commit: 'def', clean: false } },
  };
  const lines = writeDocument(results, ['list', 'jobs', 'pages'], {}).split('\n');
  expect(lines.filter((line) => line.startsWith('- '))).toEqual([
    '- 2 cores',
    '- list: 2026-11-21, `npm run bench`',
    '- jobs: 2026-11-21, `npm run bench`, commit abc',
    '- pages: 2026-11-21, `npm run bench`, commit def with changes that are not in it, load average 1 before',
  ]);
});
