import { getMemberLeaf, getMemberRecord } from 'virtual:endpoints/member-receipts';
import { ApiCallError } from '@naughty-list/api-client/api-call-error';
import type { LeafReceipt } from '@naughty-list/contracts/ledger';
import { Link } from '@tanstack/react-router';
import { api } from '../../lib/api.ts';
import { downloadReceipt } from '../../lib/download-receipt.ts';
import { Press } from '../../ui/press.tsx';

/** The leaf of a membership, which says only that there is one, and its receipt, which says whose payment it was. */
export function MemberLeaf({ id }: { id: string }) {
  return (
    <>
      <p>
        The public ledger has an entry for this membership that names no one. Its receipt shows which payment
        it stands for, and you can check it without this site:{' '}
        <Link to="/verify-receipt" className="font-bold underline decoration-2 underline-offset-4">
          check a receipt
        </Link>
        .
      </p>
      <Press
        button="Download the ledger's receipt"
        look="quiet"
        send={() => downloadReceipt('membership.json', () => readReceipt(id))}
      />
    </>
  );
}

async function readReceipt(id: string): Promise<LeafReceipt> {
  const { commitment, ...opening } = await api.call(getMemberRecord, { params: { id } });
  const leaf = await api.call(getMemberLeaf, { params: { commitment } }).catch((error: unknown) => {
    // The ledger was told of it, and has it in a moment.
    const isOnItsWay = error instanceof ApiCallError && error.status === 404;
    throw isOnItsWay ? new ApiCallError(error.message, { status: 503 }) : error;
  });
  return { ...leaf, ...opening };
}
