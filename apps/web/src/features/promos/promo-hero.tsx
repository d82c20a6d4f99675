import { socialLinks } from '@naughty-list/contracts/social-links';
import { Link } from '@tanstack/react-router';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { useTokenConfig } from '../../lib/token-config.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { FigureInGlow } from '../../ui/figure-in-glow.tsx';
import { XIcon } from '../../ui/x-icon.tsx';
import type { Promo } from './promo.ts';

/** Headline, lead, and links to the list, the chart and the X account. */
export function PromoHero({ promo }: { promo: Promo }) {
  const links = useTokenConfig().data?.links ?? socialLinks;
  return (
    <section
      aria-labelledby="promo-title"
      className="relative grid items-center gap-8 pt-8 md:grid-cols-[1.4fr_1fr] md:pt-14"
    >
      <div className="grid justify-items-start gap-5">
        <p className="rounded-sm border border-gold-600 px-3 py-1 font-bold text-gold-300">{promo.eyebrow}</p>
        <h1 id="promo-title" className="text-4xl text-snow">
          {promo.headline}
        </h1>
        <p className="max-w-prose text-lg text-pretty text-snow-dim md:text-xl">{promo.lead}</p>
        <div className="flex flex-wrap gap-3">
          <Link to="/" className={buttonClasses('gold')}>
            Open the Naughty List
          </Link>
          <a
            href={links.chart}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClasses('outline')}
          >
            See the chart <ArrowUpRight aria-hidden="true" className="size-5" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
          <a href={links.x} target="_blank" rel="noopener noreferrer" className={buttonClasses('outline')}>
            <XIcon className="size-5" /> Follow on X<span className="sr-only">(opens in a new tab)</span>
          </a>
        </div>
      </div>
      <FigureInGlow src={`/art/helpers/${promo.figure}`} />
    </section>
  );
}
