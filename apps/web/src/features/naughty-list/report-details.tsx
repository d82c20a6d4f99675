import { caseTitle } from '@naughty-list/contracts/case-texts';
import type { Report } from '@naughty-list/contracts/reports';
import { socialLinks } from '@naughty-list/contracts/social-links';
import { formatWhole } from '@naughty-list/contracts/tokens';
import { Link } from '@tanstack/react-router';
import Flame from 'lucide-react/icons/flame';
import Megaphone from 'lucide-react/icons/megaphone';
import { type ReactNode, useId, useRef, useState } from 'react';
import { writtenLarge } from '../../lib/classes.ts';
import { useTokenConfig } from '../../lib/site-settings.ts';
import { postIdFromUrl, profileHandle } from '../../lib/x-links.ts';
import { Button, ButtonLink, buttonClasses } from '../../ui/button.tsx';
import { Moment } from '../../ui/day.tsx';
import { PlainQuote } from '../../ui/plain-quote.tsx';
import { ShareLink } from '../../ui/share-link.tsx';
import { LoopVideo, REMOVAL_LOOP_OFFSET } from './loop-video.tsx';
import { raidLink, searchLink } from './share-texts.ts';

type ReportDetailsProps = {
  report: Report;
  hasOpenRemoval: boolean;
  renderRemoval: (report: Report) => ReactNode;
};

/** The opened entry: the description first, then the evidence and the actions, then removal. */
export function ReportDetails(props: ReportDetailsProps) {
  const { report } = props;
  return (
    <div className="grid animate-open gap-6 px-1 pt-2 pb-6 md:grid-cols-2 md:gap-8 md:pl-5">
      <p className="md:col-span-2">
        {report.handleChangedAt && 'A former owner of '}
        <span className="font-bold">{report.username}</span> was {report.reportCount > 1 && 'first '}reported
        on <Moment at={report.reportedAt} />
        {report.reportCount > 1 && (
          <span className="figures">; {formatWhole(report.reportCount)} independent reporters so far</span>
        )}
        .
      </p>
      <CryptoCrime report={report} />
      <Evidence report={report} />
      <AboutMe username={report.username} />
      <BuySilence {...props} />
    </div>
  );
}

function CryptoCrime({ report }: { report: Report }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 content-start gap-3">
      <h4 id={titleId} className="display text-2xl text-cranberry-700">
        Crypto Crime
      </h4>
      {report.readFirst && (
        <>
          <p className="font-bold">Read by a moderator</p>
          <p {...writtenLarge}>{report.readFirst}</p>
          <p className="font-bold">What was reported</p>
        </>
      )}
      <p {...writtenLarge}>{report.description}</p>
      <LoopVideo id={report.id} />
    </section>
  );
}

function Evidence({ report }: { report: Report }) {
  const { data: config } = useTokenConfig();
  const account = profileHandle(config?.links.x ?? socialLinks.x) ?? '';
  const { origin } = window.location;
  const { username, handleChangedAt, caseStatus: status = 'unreviewed' } = report;
  const [raid] = useState(() => raidLink({ ...report, status, origin, account }));
  // No raid on an account that disputes the report, was compromised, or has only taken over the name.
  const mayRaid = !handleChangedAt && status !== 'disputed' && status !== 'compromised';
  return (
    <section aria-label="The original post" className="grid min-w-0 content-start gap-4">
      <OriginalPost report={report} isEmbedded={config?.embedPosts ?? false} />
      <div className="flex flex-wrap gap-3">
        {mayRaid && (
          <ButtonLink look="ink" href={raid} Icon={Megaphone}>
            Raid
          </ButtonLink>
        )}
        <ShareLink
          title={caseTitle({ username, status, handleChangedAt })}
          url={searchLink(origin, username)}
        />
      </div>
      {mayRaid && (
        <p className="text-ink-700">Raid drafts a reply on X. Nothing is posted until you post it.</p>
      )}
    </section>
  );
}

/** The free option, before the paid one. */
function AboutMe({ username }: { username: string }) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="flex min-w-0 flex-wrap items-center justify-between gap-4 rounded-lg border-2 border-ink-700 bg-parchment-50 p-4 sm:p-6 md:col-span-2"
    >
      <div className="grid gap-1">
        <h4 id={titleId} className="display text-2xl text-cranberry-700">
          Is this about you?
        </h4>
        <p>Reply or appeal for free. No sign-up needed. A decision is due within seven days.</p>
      </div>
      <Link to="/case/$username" params={{ username }} hash="appeal" className={buttonClasses('ink')}>
        This is about me
      </Link>
    </section>
  );
}

function BuySilence({ report, hasOpenRemoval, renderRemoval }: ReportDetailsProps) {
  const [isOpen, setIsOpen] = useState(hasOpenRemoval);
  const titleId = useId();
  const formId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid min-w-0 gap-5 rounded-lg border-2 border-cranberry-600 bg-parchment-50 p-4 sm:p-6 md:col-span-2"
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1">
          <h4 id={titleId} className="display text-2xl text-cranberry-700">
            Buy Santa's Silence!
          </h4>
          <p>Would you rather pay than appeal? Burn LIST and this entry comes off the list.</p>
        </div>
        <Button
          look={isOpen ? 'outline' : 'cranberry'}
          Icon={isOpen ? undefined : Flame}
          aria-expanded={isOpen}
          aria-controls={formId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Remove Report'}
        </Button>
      </div>
      <div id={formId} hidden={!isOpen}>
        {isOpen && (
          <div className="grid gap-6">
            <LoopVideo id={report.id + REMOVAL_LOOP_OFFSET} className="mx-auto max-w-xs" />
            {renderRemoval(report)}
          </div>
        )}
      </div>
    </section>
  );
}

type OriginalPostProps = { report: Report; isEmbedded: boolean };

/** The reported post: a plain quote with a link. If enabled, a click replaces it with X's widget. */
export function OriginalPost({ report, isEmbedded }: OriginalPostProps) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'quote' | 'loading' | 'shown' | 'failed'>('quote');
  const postId = postIdFromUrl(report.twitterUrl);

  const show = async (id: string) => {
    setState('loading');
    const options = { dnt: true, conversation: 'none' };
    const post = await loadPostWidgets()
      .then((widgets) => place.current && widgets.createTweet(id, place.current, options))
      .catch((error: unknown) => console.warn('the post stays a plain quote', error));
    setState(post ? 'shown' : 'failed');
    // The pressed button is removed with the quote.
    if (post) place.current?.focus({ preventScroll: true });
  };
  return (
    <div>
      <div ref={place} tabIndex={-1} />
      {state !== 'shown' && (
        <PlainQuote report={report}>
          {isEmbedded && postId && (
            <div className="grid justify-items-start gap-1">
              <Button look="outline" aria-disabled={state === 'loading'} onClick={() => void show(postId)}>
                {state === 'loading' ? 'Fetching the post…' : 'Show the post here'}
              </Button>
              <p role="status" className="text-ink-700">
                {state === 'failed'
                  ? "X isn't sharing this post right now. Try the link instead."
                  : 'X will know you viewed it.'}
              </p>
            </div>
          )}
        </PlainQuote>
      )}
    </div>
  );
}

/** The only host that the Content-Security-Policy allows for embedded posts. */
const WIDGET_SCRIPT = 'https://platform.twitter.com/widgets.js';

type PostWidgets = {
  /** Renders a post into `place`; resolves to its element, or undefined for a deleted post. */
  createTweet: (id: string, place: HTMLElement, options: object) => Promise<HTMLElement | undefined>;
};

declare global {
  interface Window {
    twttr?: { widgets: PostWidgets };
  }
}

let loading: Promise<PostWidgets> | undefined;

/** Loads the widget script once; rejects on failure, and the next call retries. */
function loadPostWidgets(): Promise<PostWidgets> {
  loading ??= loadScript().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function loadScript(): Promise<PostWidgets> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = WIDGET_SCRIPT;
    script.async = true;
    script.onload = () => {
      const widgets = window.twttr?.widgets;
      if (!widgets) return reject(new Error('the widget script did not define its widgets'));
      resolve(widgets);
    };
    script.onerror = () => reject(new Error('the widget script could not be loaded'));
    document.head.append(script);
  });
}
