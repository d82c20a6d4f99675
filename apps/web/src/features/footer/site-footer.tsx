import { getHitCounter } from 'virtual:endpoints/hit-counter';
import { formatWhole } from '@naughty-list/contracts/tokens';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryOf } from '../../lib/api.ts';
import { useSiteInfo } from '../../lib/site-settings.ts';
import { Flourish, Logo } from '../../ui/drawings.tsx';

const plainPages = [
  { to: '/burns', label: 'Burns' },
  { to: '/transparency', label: 'Transparency' },
  { to: '/payments', label: 'Your payments' },
  { to: '/developers', label: 'Developers' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms and contact' },
] as const;

const link = 'inline-flex min-h-11 items-center rounded-sm px-2 underline underline-offset-4';

/**
 * The footer of every page: logo, visitor counter, tagline, links, copyright, and who runs the site.
 */
export function SiteFooter() {
  const { data } = useQuery(queryOf(['hit-counter'], getHitCounter));
  const { operatorName, contactEmail } = useSiteInfo() ?? {};
  const visitors = data?.hitCount ?? 0;
  return (
    <footer className="relative border-t border-night-700 bg-night-950/80">
      <div className="mx-auto grid max-w-page justify-items-center gap-4 px-4 py-12 text-center">
        <Logo className="size-14" />
        <p className="display text-2xl text-gold-300">If you're fading Santa, you're NGMI</p>
        <Flourish className="w-52 text-gold-600" />
        <Link to="/pfp" className={`${link} text-gold-300 decoration-2`}>
          Get your Santa hat
        </Link>
        <Link to="/appeal" className={`${link} text-gold-300 decoration-2`}>
          Wrongly listed? Appeal for free
        </Link>
        <p className="text-snow-dim">
          <span className="figures font-bold text-snow">{formatWhole(visitors)}</span>
          {visitors === 1 ? ' visitor has' : ' visitors have'} read the ledger
        </p>
        <nav aria-label="About this site" className="flex flex-wrap justify-center gap-x-6">
          {plainPages.map(({ to, label }) => (
            <Link key={to} to={to} className={`${link} text-snow`}>
              {label}
            </Link>
          ))}
        </nav>
        {/* Hydration keeps the year of the build. */}
        <p className="text-snow-dim" suppressHydrationWarning>
          © {new Date().getUTCFullYear()} The Naughty List.
          {operatorName && ` Run by ${operatorName}.`} {contactEmail}
        </p>
      </div>
    </footer>
  );
}
