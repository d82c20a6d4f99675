import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { fillQueries, readPageData } from './lib/page-data.ts';
import { createQueryClient } from './lib/query-client.ts';
import { sharedSearch } from './lib/query-string.ts';
import { reportVisits } from './lib/report-visits.ts';
import { createAppRouter } from './router.ts';
import './styles.css';

// Zod probes for `new Function`; the policy blocks it, and browsers log that as an error.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById('root') as HTMLElement;

const router = createAppRouter();
reportVisits(router);
const queryClient = createQueryClient();
const data = readPageData();
if (data) fillQueries(queryClient, data);
// The browser shows a page of its history as it was cached, without what was decided since.
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
// The page contains only the first entries of a list; the component that shows it refetches it.
void queryClient.invalidateQueries({
  predicate: ({ queryKey }) => navigation?.type === 'back_forward' || queryKey[1] === 'all',
});
// Phones keep the page of their history in memory, with its scripts.
addEventListener('pageshow', ({ persisted }) => persisted && queryClient.invalidateQueries());
const app = <App router={router} queryClient={queryClient} />;

// Hydrates only if the page was rendered for this query; otherwise the first render may differ. So may that of an unknown
// address below the panel, which has fewer parts than the prerendered "Page Not Found".
const { pathname, search, hash } = window.location;
const isRendered = data ? data.url === pathname + search : search === '' && !pathname.startsWith('/admin/');
if (root.hasChildNodes() && isRendered && !sharedSearch('', hash)) {
  // Router and hydration run in separate tasks.
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
