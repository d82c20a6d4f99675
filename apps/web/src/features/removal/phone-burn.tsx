import { burnRequest } from '@naughty-list/contracts/burn-request';
import { SolanaPay } from '../../ui/solana-pay.tsx';

/** The burn by phone, with a Solana Pay transaction request. */
export function PhoneBurn({ reportId }: { reportId: number }) {
  const { origin, protocol } = window.location;
  // Wallets fetch transaction requests over https only; `npm run doctor` warns the operator.
  if (protocol !== 'https:') return null;
  const url = `solana:${encodeURIComponent(origin + burnRequest.path.replace(':id', String(reportId)))}`;
  return (
    <div className="grid content-start justify-items-start gap-3">
      <h5 className="text-lg font-bold">With your phone</h5>
      <p className="text-ink-700">Scan it with a wallet on your phone: the burn is ready to sign.</p>
      <SolanaPay url={url} label="Solana Pay code: burn for this removal" />
    </div>
  );
}
