import './early-presses.ts';

/**
 * The only script in the HTML of a prerendered page: queues early input (`early-presses.ts`) and loads the app after the
 * first paint, so that the app's scripts do not delay it.
 */

/** Longest wait for the paint event, in milliseconds; not all browsers report it. */
const MAX_PAINT_WAIT_MS = 2_000;

/** Scripts of the app and of this page in dependency order, the entry last; written by the build (`prerender.ts`). */
const scripts = document.querySelector<HTMLElement>('script[data-app]')?.dataset.app?.split(' ') ?? [];

const parsed = new Promise<void>((resolve) => {
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  } else resolve();
});

/** Resolves after the first paint; at once in a background tab, which does not paint. */
const painted = new Promise<void>((resolve) => {
  if (document.hidden) resolve();
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(resolve, MAX_PAINT_WAIT_MS);
});

await parsed;
await painted;
for (const href of scripts) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
}
const entry = scripts.pop();
for (const script of scripts) {
  // A failed import is retried by its importer, which informs the visitor.
  await import(/* @vite-ignore */ script).catch(() => {});
  // Separate tasks, so that the page stays responsive in between.
  await new Promise((resolve) => setTimeout(resolve));
}
if (entry) await import(/* @vite-ignore */ entry);
