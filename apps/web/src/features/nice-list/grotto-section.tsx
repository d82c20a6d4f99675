import type { ReactNode } from 'react';

/** Teaser of the Nice List; `link` is passed in by the route. */
export function GrottoSection({ link }: { link: ReactNode }) {
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
        <div>{link}</div>
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
