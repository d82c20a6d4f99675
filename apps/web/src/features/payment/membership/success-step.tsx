import { useQuery } from '@tanstack/react-query';
import Send from 'lucide-react/icons/send';
import { buttonClasses } from '../../../ui/button.tsx';
import { Copyable } from '../../../ui/copyable.tsx';
import { WaxSeal } from '../../../ui/wax-seal.tsx';
import { askOffer } from './fetch-offer.ts';
import { society } from './society.ts';

/** The chat link, to open or copy. */
export function SuccessStep() {
  const { link } = society.use();
  const { data } = useQuery({ queryKey: ['membership', 'receipt'], queryFn: askOffer, staleTime: 0 });
  if (!link) return null;
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <WaxSeal letter="S" tone="pine" className="size-24" />
      <p className="max-w-prose text-lg">
        The door is open. Knock three times, say “bratwurst”, and keep this link to yourself: it is your way
        in.
      </p>
      <a
        href={link}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClasses('gold', 'w-full sm:w-auto')}
      >
        <Send aria-hidden="true" className="size-5" /> Join the private chat
      </a>
      <Copyable text={link} label="Copy chat link" />
      {data?.receipt && (
        <a href={`/receipt/${data.receipt}`} className="font-bold underline underline-offset-4">
          Receipt for your membership
        </a>
      )}
      <a href="/payments" className="underline underline-offset-4">
        Your payments
      </a>
      <p className="text-ink-700">
        Lost it? Open the society again in this browser to see it. On another device, press “I'm already a
        member” and sign with the wallet that paid.
      </p>
    </div>
  );
}
