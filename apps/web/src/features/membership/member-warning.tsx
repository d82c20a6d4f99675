import { getWalletMembership } from '@naughty-list/contracts/membership';
import { useQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { api } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { society } from './society.ts';

/** Whether a wallet is already a member; false if unknown. */
export function useIsMember(wallet: string | undefined): boolean {
  const { data } = useQuery({
    queryKey: ['wallet-membership', wallet],
    queryFn: ({ signal }) => api.call(getWalletMembership, { params: { wallet: wallet ?? '' } }, { signal }),
    enabled: wallet !== undefined,
    staleTime: 0,
  });
  return data?.member ?? false;
}

/** In place of the Pay button for a wallet that is a member. */
export function MemberWarning() {
  return (
    <div
      role="status"
      className="grid animate-open justify-items-start gap-2 rounded-sm border-l-8 border-gold-600 bg-parchment-50 p-4"
    >
      <p className="flex gap-2">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span>
          <strong>This wallet is already a member.</strong> Paying again buys nothing new. To open the chat in
          this browser, sign with this wallet instead.
        </span>
      </p>
      <Button look="gold" onClick={() => society.set({ step: 'recovery', failure: undefined })}>
        Sign instead of paying
      </Button>
    </div>
  );
}
