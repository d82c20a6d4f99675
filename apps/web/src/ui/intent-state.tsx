import { isIntentPayable, type PaymentIntent } from '@naughty-list/contracts/payment-intents';
import Hourglass from 'lucide-react/icons/hourglass';

const amount = (tokens: string) => Number(tokens).toLocaleString('en-US', { maximumFractionDigits: 9 });

/** What is known about a payment, from whatever device it came; nothing while it has not begun. */
export function IntentState({ intent, gone }: { intent: PaymentIntent; gone: string }) {
  const text = textOf(intent, gone);
  const hasCredit = intent.credited !== '0';
  if (text === undefined && !hasCredit) return null;
  return (
    <div
      role="status"
      className="flex animate-open gap-3 rounded-sm border-l-8 border-gold-600 bg-parchment-50 p-4 text-left"
    >
      <Hourglass aria-hidden="true" className="size-6 shrink-0" />
      <div className="grid gap-1">
        {text && <p className="figures text-lg font-bold">{text}</p>}
        {intent.state === 'partial' && <p>Pay the rest below, or send it manually with the same memo.</p>}
        {hasCredit && (
          <p>
            {amount(intent.credited)} LIST came when there was nothing left to pay for. They are a credit: for
            90 days, the wallet that paid can sign to use them for another report or a membership. Paste the
            hash of that payment there.{' '}
            <a href="/payments" className="font-bold underline underline-offset-4">
              Your payments
            </a>
          </p>
        )}
      </div>
    </div>
  );
}

function textOf(intent: PaymentIntent, gone: string): string | undefined {
  const { state, received, price, missing } = intent;
  if (state === 'paid' || state === 'settled') return 'Paid.';
  if (state === 'superseded') return gone;
  if (state === 'seen') return 'Payment seen. Santa is waiting for the network to confirm it.';
  if (state === 'confirmed') return "Payment confirmed. Santa is waiting until it's final.";
  if (state === 'partial')
    return `${amount(received)} of ${amount(price)} LIST arrived; ${amount(missing)} missing.`;
  return isIntentPayable(intent)
    ? undefined
    : 'This offer has expired. Reload the page for the current price.';
}

/** Said before anything is sent by hand. */
export function BeforePaying() {
  return (
    <p className="text-ink-700">
      Send from your own wallet: an exchange cannot sign and may drop the memo. There are no refunds.
    </p>
  );
}
