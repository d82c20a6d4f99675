import { useId } from 'react';
import type { Player } from './promo.ts';
import { SectionTitle } from './section-title.tsx';

type PlayersProps = { title: string; intro: string; players: readonly Player[] };

/** Short films; nothing but the poster is fetched before somebody presses play. */
export function Players({ title, intro, players }: PlayersProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-6">
      <SectionTitle id={id} title={title} intro={intro} />
      <div className="grid gap-6 md:grid-cols-2">
        {players.map(({ clip, title: seen }) => {
          const file = `/art/promos/promo-${clip}`;
          return (
            <figure key={clip} className="grid gap-3">
              <video
                controls
                muted
                playsInline
                preload="none"
                width={640}
                height={360}
                poster={`${file}.jpg`}
                aria-label={seen}
                className="aspect-video h-auto w-full rounded-lg border border-gold-600 bg-night-800"
              >
                <source src={`${file}.webm`} type="video/webm" />
                <source src={`${file}.mp4`} type="video/mp4" />
                <track kind="captions" srcLang="en" label="English" src={`${file}.vtt`} />
              </video>
              <figcaption className="text-lg text-snow-dim">{seen}</figcaption>
            </figure>
          );
        })}
      </div>
    </section>
  );
}
