import { CLEARED_DAYS, caseTitle } from '@naughty-list/contracts/case-texts';
import type { Case } from '@naughty-list/contracts/cases';
import { useHydrated, useLocation } from '@tanstack/react-router';
import Rss from 'lucide-react/icons/rss';
import { type ReactNode, useEffect, useState } from 'react';
import { casePath } from '../../lib/case-query.ts';
import { scrollToElement, whenFocusIsLost } from '../../lib/scroll.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import { ShareLink } from '../../ui/share-link.tsx';

/** The actions on a case; their names are also fragments of the page's URL. Free actions come first. */
const actions = [
  {
    name: 'statement',
    title: 'Have you had dealings with this account?',
    text: 'Add what happened to you, with a link to a different post or the transaction you paid with. It appears under the report.',
    button: 'Add what happened to you',
  },
  {
    name: 'appeal',
    title: 'This is about me',
    text: 'Reply or appeal for free. No sign-up needed. A decision is due within seven days.',
    button: 'Appeal for free',
  },
  {
    name: 'removal',
    title: 'Removal by a burn',
    text: "Burn LIST, and the entry comes off the list. That silences the entry; it doesn't clear the account. Wrongly listed? Appeal for free.",
    button: 'Remove Report',
  },
] as const;

export type CaseForm = (typeof actions)[number]['name'];
export type RenderForm = (form: CaseForm, shown: Case, onDone: () => void) => ReactNode;

export function CaseActions({ shown, renderForm }: { shown: Case; renderForm: RenderForm }) {
  const [open, setOpen] = useState<CaseForm>();
  const close = (name: CaseForm) => {
    setOpen(undefined);
    whenFocusIsLost(() => document.querySelector<HTMLElement>(`[aria-controls="${name}-content"]`)?.focus());
  };
  const location = useLocation();
  useEffect(() => {
    const wanted = actions.find(({ name }) => name === location.hash);
    if (!wanted) return;
    setOpen(wanted.name);
    scrollToElement(wanted.name);
  }, [location]);
  const origin = useHydrated() ? window.location.origin : '';
  return (
    <Section id="actions" title="What you can do">
      {shown.status === 'cleared' ? (
        <p>This case is closed. It is shown for {CLEARED_DAYS} days after the decision.</p>
      ) : (
        actions.map((action) => {
          const { name } = action;
          const isOpen = open === name;
          return (
            <Action
              key={name}
              {...action}
              isOpen={isOpen}
              onToggle={() => setOpen(isOpen ? undefined : name)}
            >
              {isOpen && renderForm(name, shown, () => close(name))}
            </Action>
          );
        })
      )}
      <noscript>
        <p>
          Statements, appeals and removals need JavaScript. Without it, write to the contact on the{' '}
          <a href="/terms" className="underline">
            Terms page
          </a>
          .
        </p>
      </noscript>
      <div className="flex flex-wrap gap-3 noscript:hidden">
        <a href={`/feeds/cases/${shown.username}/atom.xml`} className={buttonClasses('outline')}>
          <Rss aria-hidden="true" className="size-5" />
          Follow this case
        </a>
        <ShareLink
          title={caseTitle({ ...shown, handleChangedAt: shown.report.handleChangedAt })}
          url={origin + casePath(shown.username)}
        />
      </div>
    </Section>
  );
}

type ActionProps = (typeof actions)[number] & { isOpen: boolean; onToggle: () => void; children: ReactNode };

function Action({ name: id, title, text, button, isOpen, onToggle, children }: ActionProps) {
  const contentId = `${id}-content`;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid min-w-0 scroll-mt-20 gap-5 rounded-lg border-2 border-parchment-400 bg-parchment-50 p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid min-w-0 flex-1 basis-72 gap-1">
          <h3 id={`${id}-title`} className="display text-xl">
            {title}
          </h3>
          <p>{text}</p>
        </div>
        <Button
          look={isOpen ? 'outline' : 'ink'}
          aria-expanded={isOpen}
          aria-controls={contentId}
          onClick={onToggle}
          className="min-w-44 noscript:hidden max-sm:w-full"
        >
          {isOpen ? 'Hide' : button}
        </Button>
      </div>
      <div id={contentId} hidden={!isOpen}>
        {children}
      </div>
    </section>
  );
}
