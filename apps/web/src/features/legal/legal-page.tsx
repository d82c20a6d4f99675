import { useMemo } from 'react';
import { usePageHead } from '../../lib/page-head.ts';
import { useSiteInfo } from '../../lib/site-settings.ts';
import { listIn, paragraphsOf, readWrittenPage } from '../../lib/written-page.ts';

type LegalSection = { title: string; texts: readonly string[]; points: readonly string[] };

/** Reads a page of this folder: the last paragraph of a section may be a list. */
export function readLegalPage(markdown: string) {
  const { head, text, sections } = readWrittenPage(markdown);
  return { head, heading: text('heading'), intro: text('intro'), sections: sections.map(readSection) };
}

function readSection(markdown: string): LegalSection {
  const [title = '', ...paragraphs] = paragraphsOf(markdown);
  return {
    title,
    texts: paragraphs.filter((paragraph) => listIn(paragraph).length === 0),
    points: paragraphs.flatMap(listIn),
  };
}

type LegalPageProps = {
  /** In Markdown. */
  text: string;
  /** The operator's additional text for this page. */
  ownText: 'privacyText' | 'termsText';
};

/** A page of plain text, with the operator's additions. */
export function LegalPage({ text, ownText }: LegalPageProps) {
  const { head, heading, intro, sections } = useMemo(() => readLegalPage(text), [text]);
  usePageHead(head);
  const data = useSiteInfo();
  const own = data?.[ownText];
  return (
    <article className="mx-auto my-10 grid max-w-prose gap-8 rounded-lg bg-parchment-100 px-5 py-8 text-ink-900 shadow-card sm:px-10 sm:py-12">
      <header className="grid gap-3">
        <h1 className="display text-4xl text-cranberry-700">{heading}</h1>
        <p className="text-lg">{intro}</p>
      </header>
      {sections.map((section) => (
        <Section key={section.title} {...section} />
      ))}
      {own && (
        <Section
          title="More from the operator"
          points={[]}
          texts={own.split(/\n\s*\n|\\n/).filter((text) => text.trim() !== '')}
        />
      )}
      <section className="grid gap-3">
        <h2 className="text-2xl">Contact</h2>
        <p>
          {data?.operatorName && `This site is run by ${data.operatorName}. `}
          {data?.contactEmail ? (
            <>
              Write to{' '}
              <a
                className="font-bold break-all underline decoration-2 underline-offset-4"
                href={`mailto:${data.contactEmail}`}
              >
                {data.contactEmail}
              </a>
              .
            </>
          ) : (
            'Reach the operator through the social links in the menu.'
          )}
        </p>
      </section>
    </article>
  );
}

function Section({ title, texts, points }: LegalSection) {
  return (
    <section className="grid gap-3">
      <h2 className="text-2xl">{title}</h2>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {points.length > 0 && (
        <ul className="grid list-disc gap-2 pl-6">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
