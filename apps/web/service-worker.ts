import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { compressFile } from './precompress.ts';

const SOURCE = 'src/service-worker.ts';
const FILE = 'service-worker.js';
/** The shell in the build, and where the gateway serves it. */
const SHELL = 'shell.html';
const SHELL_URL = '/offline';

/** Sources whose chunks need the network anyway, or are for admins only. */
const ONLINE_ONLY = /\/features\/admin\/|\/node_modules\/@solana\/|\/packages\/privacy-gate\//;
/** Fonts of other languages are fetched as needed. */
const PRECACHED_FILES = /^assets\/.+\.css$|-latin-(?:wght|400)-normal-.+\.woff2$/;

/** Builds the service worker as one script, with the list of files that it precaches. */
export function serviceWorker(): Plugin {
  let root = '';
  let outDir = '';
  let files: string[] = [];
  return {
    name: 'service-worker',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved(config) {
      root = config.root;
      outDir = resolve(config.root, config.build.outDir);
    },
    generateBundle(_options, bundle) {
      files = Object.values(bundle)
        .filter(isPrecached)
        .map(({ fileName }) => fileName)
        .sort();
    },
    // After the pages are prerendered.
    async closeBundle() {
      const shell = createHash('sha256')
        .update(await readFile(join(outDir, SHELL)))
        .digest('hex');
      const entries = [
        ...files.map((file) => ({ url: `/${file}`, revision: null })),
        { url: SHELL_URL, revision: shell },
      ];
      await build({
        root,
        configFile: false,
        logLevel: 'error',
        define: {
          PRECACHE: JSON.stringify(entries),
          SHELL: JSON.stringify(SHELL_URL),
          'process.env.NODE_ENV': JSON.stringify('production'),
        },
        build: {
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          rolldownOptions: { input: SOURCE, output: { format: 'iife', entryFileNames: FILE } },
        },
      });
      await compressFile(join(outDir, FILE));
    },
  };
}

function isPrecached(file: Rolldown.OutputChunk | Rolldown.OutputAsset): boolean {
  if (file.type === 'asset') return PRECACHED_FILES.test(file.fileName);
  return !file.moduleIds.some((id) => ONLINE_ONLY.test(id.replaceAll('\\', '/')));
}
