import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file atomically: after a crash it exists completely or not at all. */
export function writeDurably(path: string, text: string, mode = 0o644): void {
  writeFileSync(`${path}.tmp`, text, { mode, flush: true });
  renameSync(`${path}.tmp`, path);
}
