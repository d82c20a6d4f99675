import { society } from '../features/membership/society.ts';
import { useRecalledRemovals } from '../features/removal/removal-store.ts';
import { createPiece } from '../lib/piece.ts';
import type { PaymentsBar as PaymentsBarComponent } from './-payments-bar.tsx';

const bar = createPiece<typeof PaymentsBarComponent>(() =>
  import('./-payments-bar.tsx').then(({ PaymentsBar }) => PaymentsBar),
);

/** Shows what was under way when the page was left, and a membership payment behind its closed dialog; says so once. */
export function PaymentsBarPlace() {
  const { pending, isOpen } = society.use();
  const isWanted = useRecalledRemovals().length > 0 || (pending !== undefined && !isOpen);
  const { value: PaymentsBar } = bar.use(isWanted);
  return (
    <>
      <p role="status" className="sr-only">
        {isWanted && 'A payment of yours is under way.'}
      </p>
      {isWanted && !isOpen && PaymentsBar && <PaymentsBar />}
    </>
  );
}
