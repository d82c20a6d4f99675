import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';

/** Where the build stores facts about its chunks. Dot folders are never served. */
export const FACTS_FILE = '.vite/bundle-facts.json';

/** A built script: its static imports, and its sources from here. */
export type ChunkFacts = { file: string; imports: string[]; sources: string[] };

/** Records which source went into which chunk, for the budget test. */
export function bundleFacts(): Plugin {
  return {
    name: 'bundle-facts',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    async writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const facts = chunks.map(({ fileName: file, imports, modules }): ChunkFacts => {
        const used = Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0);
        return { file, imports, sources: used.map(([id]) => relative('', id)) };
      });
      const path = join(dir, FACTS_FILE);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, JSON.stringify(facts));
    },
  };
}
