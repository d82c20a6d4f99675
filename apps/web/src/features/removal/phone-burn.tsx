import { burnRequest } from '@naughty-list/contracts/burn-request';
import type { PaymentIntent } from '@naughty-list/contracts/payment-intents';
import { transactionRequest, transferRequest } from '../../lib/payment-intent/what-to-pay.ts';
import { SolanaPay } from '../../ui/solana-pay.tsx';

type PhoneBurnProps = { reportId: number; username: string; intent: PaymentIntent };

/** The payment by phone. Wallets fetch transaction requests, which burn, over https only; elsewhere it is a transfer. */
export function PhoneBurn({ reportId, username, intent }: PhoneBurnProps) {
  const { origin, protocol } = window.location;
  const request = `${origin}${burnRequest.path.replace(':id', String(reportId))}?intent=${intent.id}`;
  const shown = { label: 'The Naughty List', message: 'Removal of a report' };
  const url = protocol === 'https:' ? transactionRequest(request) : transferRequest(intent, shown);
  return (
    <div className="grid content-start justify-items-start gap-3">
      <h5 className="text-lg font-bold">With your phone</h5>
      <p className="text-ink-700">Scan it with a wallet on your phone. This page updates once it's paid.</p>
      <SolanaPay
        url={url}
        label="Solana Pay code: burn for this removal"
        page={`${origin}/?search=${username}`}
      />
    </div>
  );
}
