/** Registers the service worker, which browsers offer on https and localhost only. */
export async function registerServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Refused in private windows of some browsers; the page works without it.
  await navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
}
