import type { explainerFilms } from '@naughty-list/contracts/third-parties';

export type Film = { name: (typeof explainerFilms)[number]; label: string; about: string };

/** In the order of `explainerFilms`. */
export const films = [
  { name: 'explainer', label: 'Explainer', about: 'Santa explains the list, in twenty seconds.' },
  { name: '50sant', label: '50Sant', about: 'Get rich, or check it twice.' },
  { name: 'clubnight', label: 'Clubnight', about: 'The elves are off duty. A sausage is on the decks.' },
  { name: 'villains', label: 'Villains', about: 'Six kinds of scammer, and how each one slips up.' },
] as const satisfies readonly Film[];

/** Path of a film's files, without `.webm`, `.mp4`, `.jpg` or `.vtt`. */
export function filmFile({ name }: Film): string {
  return `/art/explainers/${name}`;
}
