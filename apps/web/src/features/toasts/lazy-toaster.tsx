import { createChunk } from '../../lib/chunk.ts';
import { useToast } from '../../lib/toasts.ts';
import type { Toaster as ToasterComponent } from './toaster.tsx';

const toaster = createChunk<typeof ToasterComponent>(() =>
  import('./toaster.tsx').then(({ Toaster }) => Toaster),
);

/** Prefetches the toaster. */
export const fetchToaster = toaster.fetch;

/**
 * Mounts the lazy toaster; a toast shown before it loads waits. Never prerendered: its hidden parts carry style
 * attributes, which the policy forbids in HTML.
 */
export function LazyToaster() {
  const { value: Toaster } = toaster.use(useToast() !== undefined);
  return Toaster ? <Toaster /> : null;
}
