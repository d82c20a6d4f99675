import type { PageHead } from './page-head.ts';

/**
 * A page written in Markdown: `name: text` lines between two `---`, with the page's head among them, then sections that
 * begin with `## `. Asking for a text that is not there throws, so that the build fails.
 */
export function readWrittenPage(markdown: string) {
  const [, front = '', body = ''] = markdown.split(/^---\n/m);
  const texts = new Map(Array.from(front.matchAll(/^(\w+): (.*)$/gm), ([, name, text]) => [name, text]));
  const text = (name: string): string => {
    const found = texts.get(name);
    if (found === undefined) throw new Error(`the page has no ${name}`);
    return found;
  };
  const head: PageHead = {
    path: text('path') as PageHead['path'],
    title: text('title'),
    description: text('description'),
    image: texts.get('image') as PageHead['image'],
  };
  return { head, text, sections: body.split(/^## /m).slice(1) };
}

/** The paragraphs of a part of a page, its heading first. */
export const paragraphsOf = (part: string): string[] => part.trim().split('\n\n');

/** The points of a paragraph that is a list; none of another. */
export const listIn = (paragraph: string): string[] =>
  paragraph.startsWith('- ') ? paragraph.slice(2).split('\n- ') : [];
