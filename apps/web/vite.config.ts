import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bundleFacts } from './bundle-facts.ts';
import { chunkGroups } from './chunk-plan.ts';
import { firstFaces } from './faces.ts';
import { lightEndpoints } from './light-endpoints.ts';
import { precompress } from './precompress.ts';
import { prerender, START_SCRIPT } from './prerender.ts';
import { serviceWorker } from './service-worker.ts';

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
  resolve: {
    // React has the hook itself; the shim is for React 17.
    alias: [
      {
        find: /^use-sync-external-store\/shim$/,
        replacement: fileURLToPath(new URL('src/lib/sync-external-store.ts', import.meta.url)),
      },
    ],
  },
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
