import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../ui/button.tsx';
import { Holly } from '../../ui/drawings.tsx';

/** Teaser of the workshop. */
export function WorkshopSection() {
  return (
    <section
      aria-labelledby="workshop-title"
      className="relative grid items-center gap-6 overflow-hidden rounded-lg border border-pine-500 bg-pine-900 p-6 md:grid-cols-[1.2fr_1fr] md:p-12"
    >
      <div className="grid gap-4">
        <Holly className="h-14 justify-self-start" />
        <h2 id="workshop-title" className="text-3xl text-snow">
          Santa's Workshop
        </h2>
        <p className="max-w-prose text-lg text-snow-dim">
          Behind this door: what LIST is for, where the sleigh is heading, and why a man with eight reindeer
          took up token burns.
        </p>
        <div>
          <Link to="/about-naughty-list-memecoin" className={buttonClasses('outline')}>
            Visit the Workshop
          </Link>
        </div>
      </div>
      {/* The candle's light reaches beyond its box, to the edge of the card. */}
      <div aria-hidden="true" className="relative hidden aspect-[600/440] w-full md:block">
        <img
          src="/art/scenes/workshop.svg"
          alt=""
          width={728}
          height={562}
          loading="lazy"
          className="absolute -top-[27.73%] w-[121.33%] max-w-none"
        />
      </div>
    </section>
  );
}
