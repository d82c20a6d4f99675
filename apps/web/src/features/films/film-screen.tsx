import Play from 'lucide-react/icons/play';
import { useEffect, useRef, useState } from 'react';
import { type Film, filmFile } from './films.ts';

const FILM_SIZE = { width: 854, height: 480 } as const;

type FilmScreenProps = {
  film: Film;
  /** The video's id at the external player; without it, the film plays from our own files. */
  videoId: string | undefined;
};

/** Shows a poster until play is pressed; fetches neither film nor player before. */
export function FilmScreen({ film, videoId }: FilmScreenProps) {
  const [playing, setPlaying] = useState<'no' | 'own' | 'player'>('no');
  const file = filmFile(film);
  if (playing === 'own') return <OwnFilm film={film} />;
  if (playing === 'player' && videoId) {
    return (
      <>
        <iframe
          src={`https://www.youtube-nocookie.com/embed/${videoId}?autoplay=1&rel=0`}
          title={`The film ${film.label}`}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
          className="size-full"
        />
        <button
          type="button"
          onClick={() => setPlaying('own')}
          className="absolute top-2 left-2 min-h-11 rounded-sm bg-night-950 px-3 text-snow underline underline-offset-4 hover:text-gold-300"
        >
          Nothing to see? Play our own copy
        </button>
      </>
    );
  }
  return (
    <>
      <img
        {...FILM_SIZE}
        src={`${file}.jpg`}
        alt=""
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
      />
      {/* Without JavaScript the link opens the film itself. */}
      <a
        href={`${file}.mp4`}
        data-opens-here
        aria-label={`Play the film ${film.label}`}
        onClick={(event) => {
          event.preventDefault();
          setPlaying(videoId ? 'player' : 'own');
        }}
        className="group absolute inset-0 grid content-end justify-items-start rounded-sm p-3 focus-visible:-outline-offset-4 sm:p-4"
      >
        <span className="grid size-14 place-items-center sm:size-16 rounded-full border-4 border-ink-900 bg-gold-400 text-ink-900 shadow-card transition-colors duration-150 group-hover:bg-gold-300">
          <Play aria-hidden="true" className="ml-1 size-7 fill-current" />
        </span>
      </a>
    </>
  );
}

function OwnFilm({ film }: { film: Film }) {
  const video = useRef<HTMLVideoElement>(null);
  const file = filmFile(film);
  useEffect(() => {
    video.current?.focus({ preventScroll: true });
    // Autoplay may be refused; the visitor can press play in the controls.
    video.current?.play().catch(() => undefined);
  }, []);
  return (
    <video
      {...FILM_SIZE}
      ref={video}
      controls
      playsInline
      preload="metadata"
      poster={`${file}.jpg`}
      aria-label={`The film ${film.label}: ${film.about}`}
      className="size-full bg-night-950"
    >
      <source src={`${file}.webm`} type="video/webm" />
      <source src={`${file}.mp4`} type="video/mp4" />
      <track kind="captions" srcLang="en" label="English" src={`${file}.vtt`} />
    </video>
  );
}
