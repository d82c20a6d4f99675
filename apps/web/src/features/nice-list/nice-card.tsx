import { statusTexts } from '@naughty-list/contracts/case-texts';
import type { NiceReport } from '@naughty-list/contracts/nice-reports';
import { Link } from '@tanstack/react-router';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Send from 'lucide-react/icons/send';
import { useId, useState } from 'react';
import { writtenLarge } from '../../lib/classes.ts';
import { praiseText } from '../../lib/praise-text.ts';
import { composeLink } from '../../lib/x-links.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Moment } from '../../ui/day.tsx';
import { LedgerEntry } from '../../ui/ledger-entry.tsx';
import { pickMessage, positiveBadge, positiveMessage } from './positive-messages.ts';

export function NiceCard({ report, now }: { report: NiceReport; now: Date }) {
  return (
    <LedgerEntry
      entry={report}
      badge={positiveBadge(report.description)}
      tone="pine"
      hasSeal={report.isReviewed}
      now={now}
      notes={
        <>
          {!report.isReviewed && (
            <span className="pointer-events-none">
              {praiseText({ times: report.reportCount, isReviewed: false })}
            </span>
          )}
          {report.alsoOnNaughtyList && (
            <Link
              to="/"
              search={{ search: report.username }}
              className="font-bold text-cranberry-700 underline"
            >
              Also on the Naughty List ({statusTexts[report.alsoOnNaughtyList]})
            </Link>
          )}
        </>
      }
      renderDetails={() => <NiceDetails report={report} />}
    />
  );
}

/** The opened entry: description and a share action. */
function NiceDetails({ report }: { report: NiceReport }) {
  const titleId = useId();
  return (
    <div className="grid animate-open gap-6 px-1 pt-2 pb-6 md:grid-cols-2 md:gap-8 md:pl-5">
      <section aria-labelledby={titleId} className="grid min-w-0 content-start gap-3">
        <h4 id={titleId} className="display text-2xl text-pine-700">
          The Good Deed
        </h4>
        <p {...writtenLarge}>{report.description}</p>
        <p>
          Praised on <Moment at={report.reportedAt} />.
        </p>
        <ButtonLink
          look="quiet"
          href={report.twitterUrl}
          rel="noopener noreferrer nofollow ugc"
          className="justify-self-start"
        >
          Open the original post
          <ArrowUpRight aria-hidden="true" className="size-5" />
        </ButtonLink>
      </section>
      <PositiveVibes report={report} />
    </div>
  );
}

/** One of five messages, to post or copy. */
function PositiveVibes({ report }: { report: NiceReport }) {
  const [chosen, setChosen] = useState(() => pickMessage(undefined));
  const titleId = useId();
  const { username, twitterUrl } = report;
  const text = positiveMessage(chosen, window.location.origin, username);
  return (
    <section
      aria-labelledby={titleId}
      className="grid min-w-0 content-start gap-4 rounded-lg border-2 border-pine-500 bg-parchment-50 p-4 sm:p-6"
    >
      <h4 id={titleId} className="display text-2xl text-pine-700">
        Make Their Day
      </h4>
      <p aria-live="polite" className="min-h-24 border-l-4 border-pine-500 pl-4 text-lg wrap-anywhere">
        {text}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          look="pine"
          href={composeLink({ username, twitterUrl, text })}
          Icon={Send}
          className="grow sm:grow-0"
        >
          Spread Positive Vibes
        </ButtonLink>
        <CopyButton
          text={text}
          label="Copy the message"
          said={{
            title: 'Positive Message Copied!',
            description: "Paste it wherever it might make someone's day.",
          }}
        />
        <Button
          look="outline"
          Icon={RefreshCw}
          aria-label="Another message"
          title="Another message"
          onClick={() => setChosen(pickMessage(chosen))}
          className="min-w-12 px-3"
        />
      </div>
    </section>
  );
}
