import './early-presses.ts';

/**
 * The one script that a written page asks for by itself: it keeps what is pressed, and fetches the app when the page has been
 * painted, so that the app's scripts do not take the network and the processor from what is to be seen first.
 */

/** A browser that does not tell when it has painted, or does so late, is not waited for longer, in milliseconds. */
const PATIENCE_MS = 2_000;

/** Scripts of the app and of this page, each after what it imports, the entry last; written by the build (`prerender.ts`). */
const scripts = document.querySelector<HTMLElement>('script[data-app]')?.dataset.app?.split(' ') ?? [];

const read = new Promise<void>((resolve) => {
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  } else resolve();
});

/** Resolves when the first picture of the page is on the screen; at once in a tab behind, which has none. */
const painted = new Promise<void>((resolve) => {
  if (document.hidden) resolve();
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(resolve, PATIENCE_MS);
});

await read;
await painted;
for (const href of scripts) {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = href;
  document.head.append(link);
}
warmStorage();
const entry = scripts.pop();
for (const script of scripts) {
  // One that does not arrive is asked for again by what imports it, which tells the visitor.
  await import(/* @vite-ignore */ script).catch(() => {});
  // A task each: in between the page scrolls and answers.
  await new Promise((resolve) => setTimeout(resolve));
}
if (entry) await import(/* @vite-ignore */ entry);

/** The first look into the browser's storage waits for another process: here, while scripts are on their way, nothing waits with it. */
function warmStorage(): void {
  try {
    void localStorage.length;
  } catch {
    // Switched off: whoever reads from it later goes on without.
  }
}
