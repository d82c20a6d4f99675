import { clubnight } from './clubnight.ts';
import { explainer } from './explainer.ts';
import { fiftySant } from './fifty-sant.ts';
import type { Shot } from './shot.ts';
import { villains } from './villains.ts';

export interface Film {
  name: string;
  title: string;
  shots: readonly Shot[];
  /** The second to use as the poster, if 1.2 shows too little. */
  posterAt?: number;
}

/** The four films of the home page, in the order of its carousel. */
export const explainers: readonly Film[] = [
  { name: 'explainer', title: 'Explainer', shots: explainer },
  { name: '50sant', title: '50Sant', shots: fiftySant },
  { name: 'clubnight', title: 'Clubnight', shots: clubnight },
  { name: 'villains', title: 'Villains', shots: villains },
];
