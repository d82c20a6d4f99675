import { paragraphsOf, readWrittenPage } from '../../lib/written-page.ts';

/** The blocks of a promotional page, with the number of paragraphs of each item; each has its own component. */
const paragraphs = {
  texts: { min: 1, max: 9 },
  ranking: { min: 1, max: 1 },
  clips: { min: 1, max: 1 },
  schedule: { min: 2, max: 2 },
  allocations: { min: 2, max: 2 },
  figures: { min: 2, max: 2 },
};

export type PromoItem = { title: string; texts: readonly string[] };

export type PromoSection = {
  kind: keyof typeof paragraphs;
  title: string;
  intro: string | undefined;
  items: readonly PromoItem[];
};

/** Content of a promotional page. */
export type Promo = ReturnType<typeof readPromo>;

/**
 * Reads a file of `content/`: its sections have a kind (`## kind: Title`), an intro and items (`### Title` and paragraphs).
 * Throws at anything that the page could not show, so that the build fails.
 */
export function readPromo(markdown: string) {
  const { head, text, sections } = readWrittenPage(markdown);
  return {
    head,
    /** Beside the headline: a file of `/art/helpers/`. */
    figure: text('figure'),
    eyebrow: text('eyebrow'),
    headline: text('headline'),
    lead: text('lead'),
    sections: sections.map(readSection),
    closing: { title: text('closing'), text: text('invitation'), buttons: text('buttons').split(' | ') },
    /** The disclaimer that the page is no financial advice. */
    advice: text('advice'),
  };
}

function readSection(markdown: string): PromoSection {
  const [head, ...rest] = markdown.split(/^### /m).map(paragraphsOf);
  const [heading = '', intro] = head ?? [];
  const items = rest.map(([title = '', ...texts]) => ({ title, texts }));
  const [, kind = '', title = ''] = /^(\w+): (.*)$/.exec(heading) ?? [];
  if (!isKind(kind)) throw new Error(`a promotional page has a section of unknown kind: ${heading}`);
  const { min, max } = paragraphs[kind];
  const wrong = items.find(({ texts }) => texts.length < min || texts.length > max);
  if (wrong) throw new Error(`a promotional page has too few or too many paragraphs: ${wrong.title}`);
  return { kind, title, intro, items };
}

const isKind = (name: string): name is PromoSection['kind'] => Object.hasOwn(paragraphs, name);
