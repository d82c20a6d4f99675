import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createQueryClient } from './lib/query-client.ts';
import { sharedSearch } from './lib/query-string.ts';
import { reportVisits } from './lib/report-visits.ts';
import { createAppRouter } from './router.ts';
import './styles.css';

// Zod would try whether it may make functions out of text; the policy says no, and browsers write that down as a fault.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const router = createAppRouter();
reportVisits(router);
const app = <App router={router} queryClient={createQueryClient()} />;

// A page was written at build time as it looks without a query; with one, it may look different from the start.
const { search, hash } = window.location;
if (root.hasChildNodes() && search === '' && !sharedSearch('', hash)) {
  // A task each: the router, the page, the taking over.
  await new Promise((resolve) => setTimeout(resolve));
  await router.load();
  // The tree that was written has no boundary for loading around it; this makes the router render the same one.
  router.ssr = { manifest: undefined };
  // In slices: a page that is being taken over still scrolls and takes presses.
  startTransition(() => void hydrateRoot(root, app));
} else {
  root.replaceChildren();
  createRoot(root).render(app);
}
