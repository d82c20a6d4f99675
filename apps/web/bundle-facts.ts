import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';

/** Where the build stores facts about its chunks. Dot folders are never served. */
export const FACTS_FILE = '.vite/bundle-facts.json';

/** A built script: its static imports, and its sources from here, with their bytes before they are made small. */
export type ChunkFacts = { file: string; imports: string[]; modules: { source: string; bytes: number }[] };

/** Records which source went into which chunk, for the budget test and the bundle report. */
export function bundleFacts(): Plugin {
  return {
    name: 'bundle-facts',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    async writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const facts = chunks.map(({ fileName: file, imports, modules }): ChunkFacts => {
        const sizes = Object.entries(modules).map(([id, { renderedLength }]) => ({
          source: relative('', id),
          bytes: renderedLength,
        }));
        return { file, imports, modules: sizes.filter(({ bytes }) => bytes > 0) };
      });
      const path = join(dir, FACTS_FILE);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, JSON.stringify(facts));
    },
  };
}
