import { useId, useRef, useState } from 'react';
import { useInView } from '../../lib/use-in-view.ts';
import type { Player } from './promo.ts';
import { SectionTitle } from './section-title.tsx';

type PlayersProps = { title: string; intro: string; players: readonly Player[] };

/** Short films; the poster loads on scroll, the film on play. */
export function Players({ title, intro, players }: PlayersProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-6">
      <SectionTitle id={id} title={title} intro={intro} />
      <div className="grid gap-6 md:grid-cols-2">
        {players.map((player) => (
          <PlayedClip key={player.clip} {...player} />
        ))}
      </div>
    </section>
  );
}

function PlayedClip({ clip, title }: Player) {
  const video = useRef<HTMLVideoElement>(null);
  const isInView = useInView(video);
  const [wasSeen, setWasSeen] = useState(false);
  if (isInView && !wasSeen) setWasSeen(true);
  const file = `/art/promos/promo-${clip}`;
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
