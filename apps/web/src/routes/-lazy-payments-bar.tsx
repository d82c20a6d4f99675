import { society } from '../features/membership/society.ts';
import { useRecalledRemovals } from '../features/removal/removal-store.ts';
import { createChunk } from '../lib/chunk.ts';
import type { PaymentsBar as PaymentsBarComponent } from './-payments-bar.tsx';

const bar = createChunk<typeof PaymentsBarComponent>(() =>
  import('./-payments-bar.tsx').then(({ PaymentsBar }) => PaymentsBar),
);

/** Shows, and announces once, payments pending from an earlier visit or behind the closed society dialog. */
export function LazyPaymentsBar() {
  const { pending, recovery, isOpen } = society.use();
  const isPaying = useRecalledRemovals().length > 0 || (pending !== undefined && !isOpen);
  const isSigning = recovery?.challenge !== undefined && !isOpen;
  const isWanted = isPaying || isSigning;
  const { value: PaymentsBar } = bar.use(isWanted);
  return (
    <>
      <p role="status" className="sr-only">
        {isPaying && 'You have a payment under way.'}
        {isSigning && !isPaying && 'Your member sign-in is waiting for your signature.'}
      </p>
      {isWanted && !isOpen && PaymentsBar && <PaymentsBar />}
    </>
  );
}
