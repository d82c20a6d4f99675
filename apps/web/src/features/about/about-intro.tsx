import { socialLinks } from '@naughty-list/contracts/social-links';
import ChartCandlestick from 'lucide-react/icons/chart-candlestick';
import Music2 from 'lucide-react/icons/eighth-note';
import Send from 'lucide-react/icons/send';
import type { PageHead } from '../../lib/page-head.ts';
import { scrollToElement } from '../../lib/scroll.ts';
import { useTokenConfig } from '../../lib/site-settings.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FigureInGlow, XIcon } from '../../ui/drawings.tsx';
import { WaxSeal } from '../../ui/wax-seal.tsx';

export const aboutHead: PageHead = {
  path: '/about-naughty-list-memecoin',
  title: 'About LIST, the Naughty List memecoin: roadmap, burn, calculator',
  description:
    "What LIST is for, where the sleigh is heading, and why a man with eight reindeer lets coins burn: Santa's workshop with the roadmap, the contract address and a calculator.",
  image: '/art/social/social-about.png',
};

const places = [
  { key: 'x', label: 'X', Icon: XIcon },
  { key: 'tiktok', label: 'TikTok', Icon: Music2 },
  { key: 'telegram', label: 'Telegram', Icon: Send },
  { key: 'chart', label: 'DEX Screener', Icon: ChartCandlestick },
] as const;

const features = [
  {
    title: 'A ledger for everybody',
    text: "Every report links to the post it's about. Anybody can look up a name: no account, no coin, and no cookies to read it.",
  },
  {
    title: 'A price for silence',
    text: 'Wrongly listed? Appeal for free. Rather buy silence? Burn 1,000,000 LIST in the open: up the chimney, checked on chain.',
  },
  {
    title: 'A list for the nice ones',
    text: 'Those who answered questions at three in the morning and asked for nothing get a page of their own, in better handwriting.',
  },
];

/** Introduces LIST and the social links. */
export function AboutIntro() {
  const links = useTokenConfig().data?.links ?? socialLinks;
  return (
    <section id="about" aria-labelledby="about-title" className="grid gap-10">
      <div className="grid items-center gap-8 pt-8 md:grid-cols-3 md:gap-6 md:pt-14">
        <div className="grid justify-items-start gap-5 md:col-span-2">
          <h1 id="about-title" className="text-4xl text-snow">
            What's LIST? <span className="text-gold-300">The coin that keeps me honest.</span>
          </h1>
          <p className="max-w-prose text-lg text-pretty text-snow-dim md:text-xl">
            I am Santa. I have made a list and checked it twice since before there were banks to rob. Now the
            robbers are on chain, so I moved my list in next door. LIST is the coin of my workshop: it burns
            whenever somebody buys my silence, and everybody can see the smoke.
          </p>
          <Button look="gold" onClick={() => scrollToElement('token')}>
            Buy $LIST
          </Button>
          <ul aria-label="Where else to find us" className="flex flex-wrap gap-2">
            {places.map(({ key, label, Icon }) => (
              <li key={key}>
                <ButtonLink look="outline" href={links[key]} Icon={Icon} className="px-4">
                  {label}
                  <span className="sr-only">(opens in a new tab)</span>
                </ButtonLink>
              </li>
            ))}
          </ul>
        </div>
        {/* The elf looks over the card below. */}
        <FigureInGlow src="/art/helpers/helper-1-elf-peeking.svg" className="-mb-10 self-end" />
      </div>
      <div className="grid gap-6 md:grid-cols-3">
        {features.map(({ title, text }, index) => (
          <article key={title} className="paper grid content-start gap-3 rounded-lg p-6 shadow-card">
            <WaxSeal
              letter={'NSN'.charAt(index)}
              tone={index === 2 ? 'pine' : 'cranberry'}
              className="size-14"
            />
            <h2 className="text-2xl">{title}</h2>
            <p className="text-lg text-ink-700">{text}</p>
          </article>
        ))}
      </div>
    </section>
  );
}
