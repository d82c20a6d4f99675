import CalendarHeart from 'lucide-react/icons/calendar-heart';
import Flame from 'lucide-react/icons/flame';
import Shield from 'lucide-react/icons/shield';
import Wrench from 'lucide-react/icons/wrench';
import type { ReactNode } from 'react';

const benefits = [
  {
    Icon: Wrench,
    title: 'Real utility',
    text: 'The coin burns when somebody buys silence about a report, and you can watch and count. Appealing a wrong report needs no coin at all.',
  },
  {
    Icon: CalendarHeart,
    title: 'Holiday timing',
    text: 'Every December the world remembers Santa for free. The other eleven months, scammers remind it.',
  },
  {
    Icon: Shield,
    title: 'Community protection',
    text: "Each report is a warning somebody else didn't get. Share one, and somebody may keep their presents this year.",
  },
  {
    Icon: Flame,
    title: 'Deflationary mechanics',
    text: "Burned coins never come back, so there are fewer after every burn. Fewer isn't a promise of pricier: it's only fewer.",
  },
];

/** Four reasons to hold LIST, then the market figures; `market` is passed in by the route. */
export function WhyList({ market }: { market: ReactNode }) {
  return (
    <section id="why-list" aria-labelledby="why-list-title" className="grid gap-10">
      <h2 id="why-list-title" className="text-3xl text-snow">
        Why LIST?
      </h2>
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        {benefits.map(({ Icon, title, text }) => (
          <article
            key={title}
            className="grid content-start gap-3 rounded-lg border border-pine-500 bg-pine-900 p-6"
          >
            <Icon aria-hidden="true" className="size-8 text-gold-300" />
            <h3 className="display text-2xl text-snow">{title}</h3>
            <p className="text-snow-dim">{text}</p>
          </article>
        ))}
      </div>
      {market}
      <p className="max-w-prose text-snow-dim">
        Everything here is a joke, a plan or a bit of division. It's not financial advice, and it doesn't
        promise that a price will rise.
      </p>
    </section>
  );
}
