import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Growth } from '../growth/figures.ts';
import type { MeasuredCode } from './measured-code.ts';
import type { Row } from './row.ts';

/** Results of one section in one run. `code` is missing if unknown, and in older files. */
export type Measured = {
  at: string;
  command: string;
  machine: string;
  code?: MeasuredCode;
  rows: Row[];
  growth?: Growth;
};

/** The last measurement of each section, by its name. */
export type Results = Record<string, Measured>;

export function readResults(file: string): Results {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : {};
}

/** Re-reads the file first, since another run may have saved another section. */
export function saveMeasured(file: string, name: string, measured: Measured): void {
  const results = { ...readResults(file), [name]: measured };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}
