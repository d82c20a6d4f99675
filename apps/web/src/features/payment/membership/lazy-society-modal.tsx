import type { ReactNode } from 'react';
import { createChunk } from '../../../lib/chunk.ts';
import { society } from './society.ts';
import type { SocietyModal as SocietyModalComponent } from './society-modal.tsx';

// Loaded when the modal opens.
const room = createChunk<typeof SocietyModalComponent>(() =>
  import('./society-modal.tsx').then(({ SocietyModal }) => SocietyModal),
);

/** Prefetches the modal. */
export const fetchSocietyModal = room.fetch;

/** Renders the modal while it is open. Mount once, above all pages; the page passes in the connect button. */
export function LazySocietyModal({ connect }: { connect: ReactNode }) {
  const { isOpen } = society.use();
  const { value: SocietyModal } = room.use(isOpen);
  return isOpen && SocietyModal ? <SocietyModal connect={connect} /> : null;
}
