import { type PageHead, usePageHead } from '../../lib/page-head.ts';
import { useSiteInfo } from '../../lib/site-info.ts';

export type LegalSection = { title: string; texts: readonly string[]; points?: readonly string[] };

type LegalPageProps = {
  head: PageHead;
  title: string;
  intro: string;
  sections: readonly LegalSection[];
  /** The operator's additional text for this page. */
  ownText: 'privacyText' | 'termsText';
};

/** A page of plain text, with the operator's additions. */
export function LegalPage({ head, title, intro, sections, ownText }: LegalPageProps) {
  usePageHead(head);
  const data = useSiteInfo();
  const own = data?.[ownText];
  return (
    <article className="mx-auto my-10 grid max-w-prose gap-8 rounded-lg bg-parchment-100 px-5 py-8 text-ink-900 shadow-card sm:px-10 sm:py-12">
      <header className="grid gap-3">
        <h1 className="display text-4xl text-cranberry-700">{title}</h1>
        <p className="text-lg">{intro}</p>
      </header>
      {sections.map((section) => (
        <Section key={section.title} {...section} />
      ))}
      {own && (
        <Section
          title="More from the operator"
          texts={own.split(/\n\s*\n|\\n/).filter((text) => text.trim() !== '')}
        />
      )}
      <section className="grid gap-3">
        <h2 className="text-2xl font-bold">Contact</h2>
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
            'Reach the operator through the social links in the header.'
          )}
        </p>
      </section>
    </article>
  );
}

function Section({ title, texts, points = [] }: LegalSection) {
  return (
    <section className="grid gap-3">
      <h2 className="text-2xl font-bold">{title}</h2>
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
