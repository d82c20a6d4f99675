import { lazy, type ReactNode, Suspense } from 'react';
import { society } from './society.ts';

// What is behind the door comes when it opens.
const SocietyModal = lazy(() =>
  import('./society-modal.tsx').then(({ SocietyModal: component }) => ({ default: component })),
);

/** The modal, while it is open. Placed once, above all pages; the button that connects a wallet comes from there. */
export function SocietyDoor({ connect }: { connect: ReactNode }) {
  if (!society.use().isOpen) return null;
  return (
    <Suspense>
      <SocietyModal connect={connect} />
    </Suspense>
  );
}
