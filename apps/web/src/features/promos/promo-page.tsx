import { socialLinks } from '@naughty-list/contracts/social-links';
import { Link } from '@tanstack/react-router';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { usePageHead } from '../../lib/page-head.ts';
import { useTokenConfig } from '../../lib/site-settings.ts';
import { useInView } from '../../lib/use-in-view.ts';
import { ButtonLink, buttonClasses } from '../../ui/button.tsx';
import { Candle, FigureInGlow, Flourish, Holly, XIcon } from '../../ui/drawings.tsx';
import { WaxSeal } from '../../ui/wax-seal.tsx';
import { type Promo, type PromoItem, type PromoSection, readPromo } from './promo.ts';

/** A promotional page; `text` is its file of `content/`. */
export function PromoPage({ text }: { text: string }) {
  const promo = useMemo(() => readPromo(text), [text]);
  usePageHead(promo.head);
  return (
    <div className="mx-auto grid max-w-page gap-16 pb-20">
      <PromoHero promo={promo} />
      {promo.sections.map((section) => (
        <Section key={section.title} {...section} />
      ))}
      <Closing promo={promo} />
    </div>
  );
}

function Section({ kind, title, intro, items }: PromoSection) {
  const id = useId();
  const Content = contents[kind];
  return (
    <section aria-labelledby={id} className="grid gap-6">
      <div className="grid justify-items-start gap-3">
        <h2 id={id} className="text-3xl text-gold-300">
          {title}
        </h2>
        <Flourish className="w-56 text-gold-600" />
        {intro && <p className="max-w-prose text-lg text-pretty text-snow-dim">{intro}</p>}
      </div>
      <Content items={items} />
    </section>
  );
}

type ContentProps = { items: readonly PromoItem[] };

/** The parts of a fictional portfolio: share and text of each. */
function AllocationCards({ items }: ContentProps) {
  return (
    <div className="grid gap-6 md:grid-cols-3">
      {items.map(({ title, texts: [range, text] }) => (
        <article
          key={title}
          className="grid content-start gap-3 rounded-lg border border-pine-500 bg-pine-900 p-6"
        >
          <p className="figures text-3xl font-bold text-gold-300">{range}</p>
          <h3 className="display text-2xl text-snow">{title}</h3>
          <p className="text-lg text-snow-dim">{text}</p>
        </article>
      ))}
    </div>
  );
}

/** Closing text, link to the list, and the disclaimer that this is no financial advice. */
function Closing({ promo: { closing, advice } }: { promo: Promo }) {
  return (
    <div className="grid gap-6">
      <section
        aria-labelledby="closing-title"
        className="grid items-center gap-6 overflow-hidden rounded-lg border border-pine-500 bg-pine-900 p-6 md:grid-cols-[1fr_auto] md:p-12"
      >
        <div className="grid gap-4">
          <Holly className="h-14 justify-self-start" />
          <h2 id="closing-title" className="text-3xl text-snow">
            {closing.title}
          </h2>
          <p className="max-w-prose text-lg text-snow-dim">{closing.text}</p>
          <div className="flex flex-wrap gap-3">
            {closing.buttons.map((label, index) => (
              <Link key={label} to="/" className={buttonClasses(index === 0 ? 'gold' : 'outline')}>
                {label}
              </Link>
            ))}
          </div>
        </div>
        <Candle className="hidden h-64 md:block" />
      </section>
      <p className="max-w-prose text-snow-dim">{advice}</p>
    </div>
  );
}

/** A weekly schedule in the style of a theatre programme: act and note of each day. */
function ComedySchedule({ items }: ContentProps) {
  return (
    <div className="paper rounded-lg shadow-page">
      <dl className="ledger-margin py-4 pr-4 pl-8 sm:py-8 sm:pr-8 sm:pl-12">
        {items.map(({ title: day, texts: [act, note] }) => (
          <div
            key={day}
            className="grid gap-x-6 gap-y-1 border-b border-parchment-300 py-4 last:border-0 sm:grid-cols-[8rem_1fr]"
          >
            <dt className="text-lg font-bold text-cranberry-700">{day}</dt>
            <dd className="grid gap-1">
              <span className="display text-2xl">{act}</span>
              <span className="text-lg text-ink-700">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Large figures, in three or four columns: label and note of each. */
function LargeFigures({ items }: ContentProps) {
  return (
    <dl
      className={classes(
        'grid gap-4 sm:gap-6',
        items.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2 lg:grid-cols-4',
      )}
    >
      {items.map(({ title: value, texts: [label, note] }) => (
        <div
          key={label}
          className="grid content-start gap-2 rounded-lg border border-gold-600 bg-night-900 p-6 text-center"
        >
          <dt className="order-2 text-lg font-bold text-snow">{label}</dt>
          <dd className="figures order-1 text-3xl font-bold text-gold-300">{value}</dd>
          <dd className="order-3 text-snow-dim">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Headline, lead, and links to the list, the chart and the X account. */
function PromoHero({ promo }: { promo: Promo }) {
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
          <ButtonLink look="outline" href={links.chart}>
            See the chart <ArrowUpRight aria-hidden="true" className="size-5" />
            <span className="sr-only">(opens in a new tab)</span>
          </ButtonLink>
          <ButtonLink look="outline" href={links.x} Icon={XIcon}>
            Follow on X<span className="sr-only">(opens in a new tab)</span>
          </ButtonLink>
        </div>
      </div>
      <FigureInGlow src={`/art/helpers/${promo.figure}`} />
    </section>
  );
}

/** Ranked holiday tokens, each with a verdict; LIST is the first. */
function Ranking({ items }: ContentProps) {
  return (
    <ol className="paper rounded-lg p-4 shadow-page sm:p-8">
      {items.map(({ title: name, texts: [verdict] }, index) => (
        <li
          key={name}
          className="grid grid-cols-[4rem_1fr] items-center gap-4 border-b border-parchment-300 py-4 last:border-0 sm:grid-cols-[5rem_1fr] sm:gap-6"
        >
          <WaxSeal
            letter={String(index + 1)}
            tone={index === 0 ? 'gold' : 'cranberry'}
            className={index === 0 ? 'size-16 sm:size-20' : 'size-12 justify-self-center sm:size-16'}
          />
          <div className="grid gap-1">
            <h3 className="display text-2xl">{name}</h3>
            <p className="max-w-prose text-lg text-ink-700">{verdict}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Long texts, each on a parchment card; two per row on a wide screen. */
function TextCards({ items }: ContentProps) {
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {items.map(({ title, texts }) => (
        <article
          key={title}
          className="paper grid content-start gap-3 rounded-lg p-6 shadow-card sm:p-8 md:last:odd:col-span-2"
        >
          <h3 className="display text-2xl text-cranberry-700">{title}</h3>
          {texts.map((paragraph) => (
            <p key={paragraph} className="max-w-prose text-lg text-pretty">
              {paragraph}
            </p>
          ))}
        </article>
      ))}
    </div>
  );
}

/** Short films, `Clip` and the number of the file, with what each shows; the poster loads on scroll, the film on play. */
function Clips({ items }: ContentProps) {
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {items.map((item) => (
        <PlayedClip key={item.title} {...item} />
      ))}
    </div>
  );
}

function PlayedClip({ title: clip, texts: [title] }: PromoItem) {
  const video = useRef<HTMLVideoElement>(null);
  const isInView = useInView(video);
  const [wasSeen, setWasSeen] = useState(false);
  if (isInView && !wasSeen) setWasSeen(true);
  const file = `/art/promos/promo-${clip.replace('Clip ', '')}`;
  return (
    <figure className="grid gap-3">
      <video
        ref={video}
        controls
        muted
        playsInline
        preload="none"
        width={640}
        height={360}
        poster={wasSeen ? `${file}.jpg` : undefined}
        aria-label={title}
        className="aspect-video h-auto w-full rounded-lg border border-gold-600 bg-night-800"
      >
        <source src={`${file}.webm`} type="video/webm" />
        <source src={`${file}.mp4`} type="video/mp4" />
        <track kind="captions" srcLang="en" label="English" src={`${file}.vtt`} />
      </video>
      <figcaption className="text-lg text-snow-dim">{title}</figcaption>
    </figure>
  );
}

const contents: Record<PromoSection['kind'], (props: ContentProps) => ReactNode> = {
  texts: TextCards,
  ranking: Ranking,
  clips: Clips,
  schedule: ComedySchedule,
  allocations: AllocationCards,
  figures: LargeFigures,
};
