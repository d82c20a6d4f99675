import type { ReactNode } from 'react';
import { createPiece } from '../../lib/piece.ts';
import { society } from './society.ts';
import type { SocietyModal as SocietyModalComponent } from './society-modal.tsx';

// What is behind the door comes when it opens.
const room = createPiece<typeof SocietyModalComponent>(() =>
  import('./society-modal.tsx').then(({ SocietyModal }) => SocietyModal),
);

/** Fetches what is behind the door, before somebody knocks. */
export const fetchSocietyModal = room.fetch;

/** The modal, while it is open. Placed once, above all pages; the button that connects a wallet comes from there. */
export function SocietyDoor({ connect }: { connect: ReactNode }) {
  const { isOpen } = society.use();
  const { value: SocietyModal } = room.use(isOpen);
  return isOpen && SocietyModal ? <SocietyModal connect={connect} /> : null;
}
