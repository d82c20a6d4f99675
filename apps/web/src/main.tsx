import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createQueryClient } from './lib/query-client.ts';
import { sharedSearch } from './lib/query-string.ts';
import { reportVisits } from './lib/report-visits.ts';
import { createAppRouter } from './router.ts';
import './styles.css';

// Zod probes for `new Function`; the policy blocks it, and browsers log that as an error.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const router = createAppRouter();
reportVisits(router);
const app = <App router={router} queryClient={createQueryClient()} />;

// Pages are prerendered without a query; with one, the first render may differ.
const { search, hash } = window.location;
if (root.hasChildNodes() && search === '' && !sharedSearch('', hash)) {
  // Separate tasks for the router, the page and hydration.
  await new Promise((resolve) => setTimeout(resolve));
  await router.load();
  // The prerendered tree has no Suspense boundary around it; this makes the router render the same tree.
  router.ssr = { manifest: undefined };
  // Time-sliced, so that the page scrolls and responds while it hydrates.
  startTransition(() => void hydrateRoot(root, app));
} else {
  root.replaceChildren();
  createRoot(root).render(app);
}
