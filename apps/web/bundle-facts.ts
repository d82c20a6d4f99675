import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';

/** Where the build stores facts about its chunks. Dot folders are never served. */
export const FACTS_FILE = '.vite/bundle-facts.json';

/** A built script: its static and dynamic imports, and its sources with their minified bytes. */
export type ChunkFacts = {
  file: string;
  isEntry: boolean;
  imports: string[];
  dynamicImports: string[];
  modules: { source: string; bytes: number }[];
};

/** Records which source went into which chunk, for the budget test and the bundle report. */
export function bundleFacts(): Plugin {
  let root = '';
  return {
    name: 'bundle-facts',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved(config) {
      root = config.root;
    },
    async writeBundle({ dir }, bundle) {
      if (!dir) return;
      const facts: ChunkFacts[] = Object.values(bundle)
        .filter((file) => file.type === 'chunk')
        .map((chunk) => ({
          file: chunk.fileName,
          isEntry: chunk.isEntry,
          imports: chunk.imports,
          dynamicImports: chunk.dynamicImports,
          modules: Object.entries(chunk.modules)
            .map(([id, { renderedLength }]) => ({ source: sourceName(root, id), bytes: renderedLength }))
            .filter(({ bytes }) => bytes > 0),
        }));
      const path = join(dir, FACTS_FILE);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, JSON.stringify(facts));
    },
  };
}

/** `src/…` for app sources, `package/…` for dependencies; virtual modules keep their name. */
function sourceName(root: string, id: string): string {
  const [path = id] = id.replace(/^\0/, '').split('?', 1);
  const installed = path.lastIndexOf('/node_modules/');
  if (installed >= 0) return path.slice(installed + '/node_modules/'.length);
  const own = relative(root, path);
  return own.startsWith('..') ? own.replace(/^(\.\.\/)+/, '') : own;
}
