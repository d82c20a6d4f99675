import { access, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { VisitBatch } from '@naughty-list/contracts/visits';
import { ConfigError } from '@naughty-list/service-kit/lifecycle/config';
import type { Log } from '@naughty-list/service-kit/telemetry/log';

/** Keeps batches on disk until the queue has them, so that they survive kill -9. */
export type VisitSpool = {
  /** Ids of batches left by an earlier process, oldest first. */
  left: readonly string[];
  /** Resolves when the batch is durable. Rejects when the disk fails or the spool is full. */
  write(batch: VisitBatch): Promise<void>;
  /** Undefined when the batch is gone, or was corrupt and set aside. */
  read(batchId: string): Promise<VisitBatch | undefined>;
  remove(batchId: string): Promise<void>;
};

/** One hour at about 350 visits a second of 400 bytes each. */
const CAPACITY_BYTES = 512 * 1024 * 1024;
// Names start with the time, so they sort by age.
const fileName = /^\d{15}-([0-9a-f-]{36})\.json$/;

/**
 * Opens a folder, creating it if necessary.
 *
 * @throws ConfigError when it is not writable
 */
export async function openVisitSpool(
  folder: string,
  { log, capacityBytes = CAPACITY_BYTES }: { log: Log; capacityBytes?: number },
): Promise<VisitSpool> {
  await prepare(folder).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`Configuration: VISIT_SPOOL_DIR ${folder} cannot be written (${error.code})`);
  });
  const files = new Map<string, { path: string; bytes: number }>();
  for (const name of (await readdir(folder)).sort()) {
    const path = join(folder, name);
    const batchId = fileName.exec(name)?.[1];
    if (batchId) files.set(batchId, { path, bytes: (await stat(path)).size });
    else if (name.endsWith('.tmp')) await rm(path, { force: true });
  }
  let lastTime = 0;
  let used = [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0);

  function forget(batchId: string): void {
    used -= files.get(batchId)?.bytes ?? 0;
    files.delete(batchId);
  }

  return {
    left: [...files.keys()],
    async write(batch) {
      const text = JSON.stringify(batch);
      const bytes = Buffer.byteLength(text);
      if (used + bytes > capacityBytes) throw new Error(`The spool of visits is full (${used} bytes)`);
      lastTime = Math.max(Date.now(), lastTime + 1);
      const path = join(folder, `${String(lastTime).padStart(15, '0')}-${batch.batchId}.json`);
      used += bytes;
      files.set(batch.batchId, { path, bytes });
      await writeDurably(folder, path, text).catch((error: unknown) => {
        forget(batch.batchId);
        throw error;
      });
    },
    async read(batchId) {
      const path = files.get(batchId)?.path;
      if (!path) return undefined;
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      const batch = text === undefined ? undefined : parse(text);
      if (batch) return batch;
      forget(batchId);
      if (text !== undefined) {
        await rename(path, `${path}.broken`);
        log.error({ path }, 'a batch of visits cannot be read and is set aside');
      }
      return undefined;
    },
    async remove(batchId) {
      const path = files.get(batchId)?.path;
      forget(batchId);
      if (path) await rm(path, { force: true });
    },
  };
}

async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await access(folder, constants.R_OK | constants.W_OK);
}

/** Atomic, and durable across a power failure. */
async function writeDurably(folder: string, path: string, text: string): Promise<void> {
  const file = await open(`${path}.tmp`, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.tmp`, path);
  const parent = await open(folder, 'r');
  await parent.sync().finally(() => parent.close());
}

function parse(text: string): VisitBatch | undefined {
  try {
    return VisitBatch.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
