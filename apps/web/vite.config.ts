import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bundleFacts } from './bundle-facts.ts';
import { firstFaces } from './faces.ts';
import { lightEndpoints } from './light-endpoints.ts';
import { precompress } from './precompress.ts';
import { prerender, START_SCRIPT } from './prerender.ts';
import { serviceWorker } from './service-worker.ts';

/** The bundler's module graph during chunking. */
type ModuleGraph = { getModuleInfo(id: string): { importers: readonly string[]; isEntry: boolean } | null };

const ENTRY = '/src/main.tsx';
const HOME = '/src/routes/index.tsx?tsr-split=component';

/**
 * Few chunks instead of many: larger files compress better, and each file of the first view costs a request. React and
 * the router change less often than the app, so their chunks stay cached across releases; `app` is shared by all pages,
 * `ledger` by the home page and others. The rest is left to the bundler.
 */
const chunkGroups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
  {
    name: 'router',
    test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-store|store)[\\/]/,
    priority: 2,
  },
  { name: sharedChunk, priority: 1 },
];

function sharedChunk(id: string, graph: ModuleGraph): string | null {
  // The entry awaits a page's chunk, which imports `app`: in one chunk they would deadlock.
  if (id.endsWith(ENTRY)) return null;
  const roots = rootsOf(id, graph);
  if (roots.has('entry')) return 'app';
  return roots.has('home') && roots.size > 1 ? 'ledger' : null;
}

/** Which entry points reach a module by static imports: the app, the home page, and others. */
function rootsOf(id: string, graph: ModuleGraph): ReadonlySet<string> {
  const roots = new Set<string>();
  const seen = new Set([id]);
  for (const module of seen) {
    const importers = graph.getModuleInfo(module)?.importers ?? [];
    if (module.endsWith(ENTRY)) roots.add('entry');
    else if (module.endsWith(HOME)) roots.add('home');
    else if (importers.length === 0) roots.add(module);
    for (const importer of importers) seen.add(importer);
  }
  return roots;
}

export default defineConfig({
  plugins: [
    lightEndpoints(),
    tanstackRouter({ target: 'react', autoCodeSplitting: true }),
    react(),
    tailwindcss(),
    firstFaces(),
    precompress(),
    prerender(),
    bundleFacts(),
    serviceWorker(),
  ],
  build: {
    // Separate files can be cached for ever, and the entry page stays small.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: 'index.html', start: START_SCRIPT },
      // Lets unused schemas be tree-shaken: creating one has no side effects.
      treeshake: { manualPureFunctions: ['z', 'defineEndpoint', 'digits'] },
      output: {
        // Hashes cannot be compressed, and the first view names every later chunk.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
});
