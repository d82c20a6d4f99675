import type { PageHead } from '../../lib/page-head.ts';

/** A long text on a sheet of its own. */
export type TextCard = { title: string; paragraphs: readonly string[] };

/** A film of the promotional pages: `clip` is its number among the files, `title` what is seen in it. */
export type Player = { clip: 1 | 2 | 3 | 4 | 5 | 6; title: string };

export type RankedToken = { name: string; verdict: string };

export type Act = { time: string; act: string; note: string };

/** `value` is short enough to stand large: `365`, `∞`; `label` says what it counts. */
export type Figure = { value: string; label: string; note: string };

/** `range` is a share of a pretend portfolio. */
export type Allocation = { name: string; range: string; text: string };

/** One kind of block, one component. */
export type PromoSection =
  | { kind: 'texts'; title: string; cards: readonly TextCard[] }
  | { kind: 'ranking'; title: string; intro: string; tokens: readonly RankedToken[] }
  | { kind: 'players'; title: string; intro: string; players: readonly Player[] }
  | { kind: 'schedule'; title: string; intro: string; acts: readonly Act[] }
  | { kind: 'roi'; title: string; intro: string; figures: readonly Figure[] }
  | { kind: 'allocations'; title: string; intro: string; allocations: readonly Allocation[] }
  | { kind: 'metrics'; title: string; intro: string; figures: readonly Figure[] };

/** Everything that one promotional page says. */
export type Promo = {
  head: PageHead;
  /** Who stands beside the headline: a file of `/art/helpers/`. */
  figure: string;
  eyebrow: string;
  headline: string;
  lead: string;
  sections: readonly PromoSection[];
  closing: { title: string; text: string; buttons: readonly string[] };
  /** Says that the page is no financial advice. */
  advice: string;
};
