import type { explainerFilms } from '@naughty-list/contracts/third-parties';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Play from 'lucide-react/icons/play';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { useTokenConfig } from '../../lib/site-settings.ts';

type Film = { name: (typeof explainerFilms)[number]; label: string; about: string };

/** In the order of `explainerFilms`. */
const films = [
  { name: 'explainer', label: 'Explainer', about: 'Santa explains the list, in twenty seconds.' },
  { name: '50sant', label: '50Sant', about: 'Get rich, or check it twice.' },
  { name: 'clubnight', label: 'Clubnight', about: 'The elves are off duty. A sausage is on the decks.' },
  { name: 'villains', label: 'Villains', about: 'Six kinds of scammer, and how each one slips up.' },
] as const satisfies readonly Film[];

/** Path of a film's files, without `.webm`, `.mp4`, `.jpg` or `.vtt`. */
function filmFile({ name }: Film): string {
  return `/art/explainers/${name}`;
}

const SWIPE_MIN_PX = 50;
const [firstFilm] = films;

/** A carousel of four films, with arrows, named dots, arrow keys and swipe. */
export function FilmCarousel() {
  const { data: config } = useTokenConfig();
  const [index, setIndex] = useState(0);
  const swipedFrom = useRef<number>(undefined);
  const tabs = useRef<HTMLDivElement>(null);
  const id = useId();
  const tabId = (at: number) => `${id}-tab-${at}`;
  const film = films[index] ?? firstFilm;

  const show = (next: number) => setIndex((next + films.length) % films.length);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: films.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    show(next);
    const wrapped = (next + films.length) % films.length;
    tabs.current?.querySelectorAll<HTMLElement>('[role=tab]')[wrapped]?.focus();
  };
  const swipeTo = (x: number) => {
    const moved = x - (swipedFrom.current ?? x);
    swipedFrom.current = undefined;
    if (Math.abs(moved) >= SWIPE_MIN_PX) show(index + (moved < 0 ? 1 : -1));
  };
  return (
    <section aria-roledescription="carousel" aria-label="Films from the workshop">
      <div className="rounded-t-lg rounded-b-sm border-8 border-ink-700 bg-night-950 shadow-card">
        <div
          id={`${id}-film`}
          role="tabpanel"
          aria-labelledby={tabId(index)}
          className="relative aspect-video touch-pan-y overflow-hidden"
          onTouchStart={(event) => {
            swipedFrom.current = event.touches[0]?.clientX;
          }}
          onTouchEnd={(event) => swipeTo(event.changedTouches[0]?.clientX ?? 0)}
        >
          <FilmScreen key={film.name} film={film} videoId={config?.explainerVideoIds?.[index]} />
        </div>
      </div>
      <Sill />
      {/* Fixed track sizes prevent layout shifts while the page loads. */}
      <div className="-mt-1 grid min-h-13 grid-cols-[2.75rem_1fr_2.75rem] items-center gap-1">
        <Arrow label="Previous film" Icon={ChevronLeft} onClick={() => show(index - 1)} />
        <div
          ref={tabs}
          role="tablist"
          aria-label="Films"
          tabIndex={-1}
          onKeyDown={onKeyDown}
          className="@container flex min-w-0 justify-between sm:mx-auto sm:grid sm:w-full sm:max-w-sm sm:grid-cols-4 sm:justify-items-center sm:gap-2"
        >
          {films.map(({ name, label }, at) => (
            <button
              key={name}
              id={tabId(at)}
              type="button"
              role="tab"
              aria-selected={at === index}
              aria-controls={`${id}-film`}
              tabIndex={at === index ? 0 : -1}
              onClick={() => show(at)}
              className="group grid min-h-12 min-w-11 justify-items-center gap-1 rounded-sm px-1 py-1.5 whitespace-nowrap text-snow-dim hover:text-gold-300 aria-selected:font-bold aria-selected:text-gold-300 sm:px-2 lg:min-w-20 lg:text-base"
            >
              <span
                aria-hidden="true"
                className={classes(
                  'size-3 rounded-full border-2 border-current',
                  at === index && 'bg-current',
                )}
              />
              {/* The smallest phones, and the layout beside the hero text, fit only one name. */}
              <span className="@max-3xs:sr-only @max-3xs:group-aria-selected:not-sr-only @max-3xs:group-aria-selected:whitespace-nowrap md:max-lg:sr-only md:max-lg:group-aria-selected:not-sr-only md:max-lg:group-aria-selected:whitespace-nowrap">
                {label}
              </span>
            </button>
          ))}
        </div>
        <Arrow label="Next film" Icon={ChevronRight} onClick={() => show(index + 1)} />
      </div>
    </section>
  );
}

type ArrowProps = { label: string; Icon: typeof ChevronLeft; onClick: () => void };

function Arrow({ label, Icon, onClick }: ArrowProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 shrink-0 place-items-center rounded-full border-2 border-night-600 text-snow hover:border-gold-300 hover:text-gold-300"
    >
      <Icon aria-hidden="true" className="size-6" />
    </button>
  );
}

/** The window sill, with snow. */
function Sill() {
  return (
    <svg
      viewBox="0 0 600 34"
      className="relative -mt-3 mb-2 block w-full overflow-visible"
      aria-hidden="true"
    >
      <rect x="-10" y="14" width="620" height="16" rx="5" className="fill-ink-700" />
      <path
        d="M-6 15c20-16 60-6 96-10 44-5 70 6 118 2s96-6 150 0 88-4 132-2 88-8 116 10z"
        className="fill-snow"
      />
    </svg>
  );
}

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
          Video not showing? Play our own copy
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
