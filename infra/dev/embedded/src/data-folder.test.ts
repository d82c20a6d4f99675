import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { rotateLogs } from './data-folder.ts';

it('empties a log that its process holds open, keeps what was in it, and loses nothing that is written later', () => {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, 'logs'));
  const file = join(dataDir, 'logs', 'reports.log');
  const held = openSync(file, 'a', 0o600);
  writeSync(held, 'long ago\n'.repeat(20));
  rotateLogs(dataDir, 100);
  writeSync(held, 'later\n');
  closeSync(held);
  expect(readFileSync(`${file}.previous`, 'utf8')).toBe('long ago\n'.repeat(20));
  expect(readFileSync(file, 'utf8')).toBe('later\n');
  expect(statSync(`${file}.previous`).mode & 0o777).toBe(0o600);
});

it("leaves short logs alone, and looks after PostgreSQL's", () => {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, 'logs'));
  const short = join(dataDir, 'logs', 'gateway.log');
  appendFileSync(short, 'short\n');
  appendFileSync(join(dataDir, 'postgres.log'), 'x'.repeat(200));
  rotateLogs(dataDir, 100);
  expect(readFileSync(short, 'utf8')).toBe('short\n');
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toBe('');
});
