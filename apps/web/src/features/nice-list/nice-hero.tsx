import { Link } from '@tanstack/react-router';
import type { PageHead } from '../../lib/page-head.ts';
import { buttonClasses } from '../../ui/button.tsx';

export const niceListHead: PageHead = {
  path: '/nice-list',
  title: "The Nice List - crypto's good deeds, as told to Santa",
  description:
    'Not everybody in crypto deserves coal. Read about those who helped, warned or gave it all back, praise a Web3 hero of your own, and spread some positive vibes.',
  image: '/art/social/social-nice-list.png',
};

/** Kept short on a phone, since the list comes first. */
export function NiceHero() {
  return (
    <section
      aria-labelledby="nice-hero-title"
      className="relative grid items-center gap-8 pt-4 pb-5 md:grid-cols-[1.25fr_1fr] md:pt-8 md:pb-6"
    >
      <div className="relative z-10 grid gap-3 md:gap-5">
        <h1 id="nice-hero-title" className="text-4xl text-snow">
          Good deeds glow. <span className="block text-gold-300 md:inline">Write them down.</span>
        </h1>
        <p className="max-w-prose pr-24 text-lg text-pretty text-snow-dim md:pr-0 md:text-xl">
          The naughty get the headlines. The nice get this page.{' '}
          <span className="hidden sm:inline">
            Praise somebody who warned you, taught you or gave it all back, and make their day.
          </span>
        </p>
        <p className="hidden text-lg text-snow-dim md:block">— Santa, who likes these best</p>
      </div>
      <Wreath className="absolute top-4 right-0 h-24 w-auto md:hidden" />
      <Wreath className="-mt-6 -mb-2 hidden max-h-104 w-full object-contain md:block" />
    </section>
  );
}

/** Its light reaches beyond the place that it takes. */
const Wreath = ({ className }: { className: string }) => (
  <img src="/art/scenes/wreath.svg" alt="" width={432} height={474} className={className} />
);

/** Teaser of the workshop on the Nice List's page. */
export function GrottoSection() {
  return (
    <section
      aria-labelledby="grotto-title"
      className="relative grid items-end gap-6 overflow-hidden rounded-lg border border-pine-500 bg-pine-900 md:grid-cols-[1fr_auto]"
    >
      <div className="grid gap-4 p-6 md:p-12">
        <h2 id="grotto-title" className="text-3xl text-snow">
          Santa's Grotto
        </h2>
        <p className="max-w-prose text-lg text-snow-dim">
          Mind the icicles. In here you'll find out what LIST is for, where the sleigh is heading, and why
          being nice needs a burn mechanism.
        </p>
        <div>
          <Link to="/about-naughty-list-memecoin" className={buttonClasses('outline')}>
            Enter the Grotto
          </Link>
        </div>
      </div>
      <img
        src="/art/scenes/grotto.svg"
        alt=""
        width={460}
        height={300}
        loading="lazy"
        className="w-full md:w-115"
      />
    </section>
  );
}
