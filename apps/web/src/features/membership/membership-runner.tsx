import { useEffect } from 'react';
import { createChunk } from '../../lib/chunk.ts';
import { isUnproven } from './membership.ts';
import type { MembershipUnderWay as MembershipUnderWayComponent } from './membership-under-way.tsx';
import { keepPending, recallPending, society } from './society.ts';

const worker = createChunk<typeof MembershipUnderWayComponent>(() =>
  import('./membership-under-way.tsx').then(({ MembershipUnderWay }) => MembershipUnderWay),
);

/** Processes a pending membership payment, also with the modal closed and after a reload. Mount once. */
export function MembershipRunner() {
  useEffect(recallPending, []);
  const { pending: kept } = society.use();
  const hash = kept && !isUnproven(kept) ? kept.hash : undefined;
  const { value: MembershipUnderWay, hasFailed } = worker.use(hash !== undefined);
  useEffect(() => {
    const { pending } = society.get();
    if (hasFailed && hash !== undefined && pending)
      keepPending({ ...pending, waiting: navigator.onLine ? 'busy' : 'offline' });
  }, [hasFailed, hash]);
  return hash !== undefined && MembershipUnderWay ? <MembershipUnderWay key={hash} /> : null;
}
