import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signCheckpoint } from '@naughty-list/ledger/checkpoint';
import { packEntries, parseTilePath } from '@naughty-list/ledger/entries';
import { createSigner, makePrivateKey, verifierKey } from '@naughty-list/ledger/note';
import { rootAt, TILE_WIDTH } from '@naughty-list/ledger/tree';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCheck, checkLog, hasGo } from './check-log.ts';
import { MemoryLog, numbered } from './memory-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'naughty-list-check-log-'));
const signer = createSigner('list.example/log', makePrivateKey());
const key = verifierKey(signer);
let program: string;
let server: Server;
let url: string;
let log: MemoryLog;
/** Changes a response on its way out. */
let tamper: (path: string, body: Buffer) => Buffer;

async function respond(path: string): Promise<Buffer | undefined> {
  const size = log.entries.length;
  if (path === '/checkpoint')
    return Buffer.from(signCheckpoint({ size, root: await rootAt(log.read, size) }, signer));
  const tile = parseTilePath(path.replace(/^\/tile\//, ''));
  if (!tile) return undefined;
  const rows = tile.of === 'entries' ? log.entries : log.rows[tile.of];
  const start = tile.index * TILE_WIDTH;
  const part = rows?.slice(start, start + tile.width);
  if (part?.length !== tile.width) return undefined;
  return tile.of === 'entries' ? packEntries(part) : Buffer.concat(part);
}

async function createLog(size: number): Promise<void> {
  log = new MemoryLog();
  await log.append(numbered(size));
  tamper = (_, body) => body;
}

describe.runIf(hasGo)('Go’s own library', () => {
  beforeAll(async () => {
    program = await buildCheck(folder);
    server = createServer(async (request, response) => {
      const path = request.url ?? '';
      const body = await respond(path);
      response.writeHead(body ? 200 : 404).end(body && tamper(path, body));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server?.close();
    rmSync(folder, { recursive: true });
  });

  it.each([0, 1, 2, 255, 256, 257, 512, 65_537, 70_000])('finds a log of %i entries right', async (size) => {
    await createLog(size);
    expect(await checkLog(program, url, key)).toMatchObject({
      isRight: true,
      output: expect.stringContaining(
        size > 0 ? '1000 proofs of consistency and 1000 of inclusion hold' : '0 entries',
      ),
    });
  });

  it('finds a bit flipped in the checkpoint, in any tile and in any bundle', async () => {
    await createLog(600);
    const paths = [
      '/checkpoint',
      '/tile/0/000',
      '/tile/0/002.p/88',
      '/tile/1/000.p/2',
      '/tile/entries/001',
      '/tile/entries/002.p/88',
    ];
    for (const path of paths) {
      const length = (await respond(path))?.length ?? 0;
      for (const at of [0, 1, Math.floor(length / 2), length - 2]) {
        tamper = (asked, body) => {
          if (asked !== path) return body;
          const changed = Buffer.from(body);
          changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
          return changed;
        };
        expect(await checkLog(program, url, key), `${path} at ${at}`).toMatchObject({ isRight: false });
      }
    }
  });

  it('finds a log rewritten: an entry left out, one changed, two histories', async () => {
    await createLog(300);
    const earlier = join(folder, 'earlier');
    writeFileSync(earlier, (await respond('/checkpoint')) ?? '');
    await log.append(numbered(50, 300));
    expect(await checkLog(program, url, key, earlier)).toMatchObject({ isRight: true });
    const whole = [...log.entries];
    const rewritten = {
      'left out': whole.toSpliced(100, 1),
      changed: whole.with(100, Buffer.from('another')),
      'two histories': [...whole.slice(0, 299), Buffer.from('the other history'), ...whole.slice(300)],
      shorter: whole.slice(0, 299),
    };
    for (const [how, entries] of Object.entries(rewritten)) {
      log = new MemoryLog();
      await log.append(entries);
      expect(await checkLog(program, url, key), how).toMatchObject({ isRight: true });
      expect(await checkLog(program, url, key, earlier), how).toMatchObject({ isRight: false });
    }
  });

  it('refuses the checkpoint of another key', async () => {
    await createLog(3);
    const another = verifierKey(createSigner(signer.name, makePrivateKey()));
    expect(await checkLog(program, url, another)).toMatchObject({ isRight: false });
  });
});
