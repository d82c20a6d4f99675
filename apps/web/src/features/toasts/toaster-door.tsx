import { createPiece } from '../../lib/piece.ts';
import { useToast } from '../../lib/toasts.ts';
import type { Toaster as ToasterComponent } from './toaster.tsx';

const toaster = createPiece<typeof ToasterComponent>(() =>
  import('./toaster.tsx').then(({ Toaster }) => Toaster),
);

/** Fetches what shows toasts, before there is one. */
export const fetchToaster = toaster.fetch;

/**
 * Where toasts appear; one that was shown before their place was there waits for it. Never written at build time: its
 * hidden parts carry style attributes, which the policy forbids in HTML.
 */
export function ToasterDoor() {
  const { value: Toaster } = toaster.use(useToast() !== undefined);
  return Toaster ? <Toaster /> : null;
}
