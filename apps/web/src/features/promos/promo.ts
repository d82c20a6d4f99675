import type { PageHead } from '../../lib/page-head.ts';

/** A long text in a card of its own. */
type TextCard = { title: string; paragraphs: readonly string[] };

/** A film of the promotional pages: `clip` is the file's number, `title` describes its content. */
export type Player = { clip: 1 | 2 | 3 | 4 | 5 | 6; title: string };

type RankedToken = { name: string; verdict: string };

type Act = { time: string; act: string; note: string };

/** `value` is short enough for large type (`365`, `∞`); `label` names its unit. */
type Figure = { value: string; label: string; note: string };

/** `range` is a share of a fictional portfolio. */
type Allocation = { name: string; range: string; text: string };

/** The blocks of a promotional page; each kind has its own component. */
export type PromoSection =
  | { kind: 'texts'; title: string; cards: readonly TextCard[] }
  | { kind: 'ranking'; title: string; intro: string; tokens: readonly RankedToken[] }
  | { kind: 'players'; title: string; intro: string; players: readonly Player[] }
  | { kind: 'schedule'; title: string; intro: string; acts: readonly Act[] }
  | { kind: 'allocations'; title: string; intro: string; allocations: readonly Allocation[] }
  | { kind: 'roi' | 'metrics'; title: string; intro: string; figures: readonly Figure[] };

/** Content of a promotional page. */
export type Promo = {
  head: PageHead;
  /** Figure beside the headline: a file of `/art/helpers/`. */
  figure: string;
  eyebrow: string;
  headline: string;
  lead: string;
  sections: readonly PromoSection[];
  closing: { title: string; text: string; buttons: readonly string[] };
  /** The disclaimer that the page is no financial advice. */
  advice: string;
};
