import { getHitCounter } from '@naughty-list/contracts/hit-counter';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { Flourish } from '../../ui/flourish.tsx';
import { Logo } from '../../ui/logo.tsx';

/** Logo, visitor counter, tagline, copyright: below every page. */
export function SiteFooter() {
  const { data } = useQuery({
    queryKey: ['hit-counter'],
    queryFn: ({ signal }) => api.call(getHitCounter, {}, { signal }),
  });
  return (
    <footer className="border-t border-night-700 bg-night-950/80">
      <div className="mx-auto grid max-w-page justify-items-center gap-4 px-4 py-12 text-center">
        <Logo className="size-14" />
        <p className="display text-2xl text-gold-300">If you're fading Santa, you're NGMI</p>
        <Flourish className="w-52 text-gold-600" />
        <p className="text-snow-dim">
          <span className="figures font-bold text-snow">{(data?.hitCount ?? 0).toLocaleString('en-US')}</span>{' '}
          visitors have read the ledger
        </p>
        <p className="text-snow-dim">© 2025 The Naughty List. All rights reserved.</p>
      </div>
    </footer>
  );
}
