import { readFileSync } from 'node:fs';

/** Kinds of resident memory; the pages of programs and libraries are shared by all processes. */
export const memoryKinds = [
  'the program Node',
  'libraries',
  'heap of V8',
  'compiled code',
  'everything else (malloc, stacks)',
] as const;
export type MemoryKind = (typeof memoryKinds)[number];

/** Allocation units: of V8's pages, and of glibc's per-thread arenas. */
const V8_PAGE = 256 * 1024;
const ARENA = 64 * 1024 * 1024;

/** Bytes of a process's resident memory by kind, from `/proc/<pid>/smaps`. */
export function readMemoryMap(smaps: string): Record<MemoryKind, number> {
  const bytes = Object.fromEntries(memoryKinds.map((kind) => [kind, 0])) as Record<MemoryKind, number>;
  let kind: MemoryKind = 'libraries';
  for (const line of smaps.split('\n')) {
    const [, start, rights, name] = /^([\da-f]+)-[\da-f]+ (\S+) \S+ \S+ \d+\s*(.*)$/.exec(line) ?? [];
    if (start !== undefined) kind = kindOf({ start: Number.parseInt(start, 16), rights, name });
    const [, kilobytes] = /^Rss:\s+(\d+) kB/.exec(line) ?? [];
    bytes[kind] += Number(kilobytes ?? 0) * 1_024;
  }
  return bytes;
}

type Mapping = { start: number; rights: string | undefined; name: string | undefined };

function kindOf({ start, rights = '', name = '' }: Mapping): MemoryKind {
  if (name.endsWith('/node')) return 'the program Node';
  if (name.startsWith('/')) return 'libraries';
  if (name !== '') return 'everything else (malloc, stacks)';
  if (rights.includes('x')) return 'compiled code';
  return start % V8_PAGE === 0 && start % ARENA !== 0 ? 'heap of V8' : 'everything else (malloc, stacks)';
}

/** As text, in descending order; undefined if the system does not report it. */
export function describeMemory(pid: number | undefined): string | undefined {
  try {
    const map = Object.entries(readMemoryMap(readFileSync(`/proc/${pid}/smaps`, 'utf8')));
    const parts = map.sort(([, one], [, other]) => other - one);
    return parts.map(([kind, bytes]) => `${kind} ${Math.round(bytes / 1_048_576)} MB`).join(', ');
  } catch {
    return undefined;
  }
}
