import type { NiceReport } from '@naughty-list/contracts/nice-reports';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Send from 'lucide-react/icons/send';
import { useId, useState } from 'react';
import { composeLink } from '../../lib/compose-link.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { heroLink, pickMessage, positiveMessages } from './positive-messages.ts';

/** One of five messages, to post or copy. */
export function PositiveVibes({ report }: { report: NiceReport }) {
  const [chosen, setChosen] = useState(() => pickMessage(undefined));
  const titleId = useId();
  const { username, twitterUrl } = report;
  const link = heroLink(window.location.origin, username);
  const text = positiveMessages[chosen]?.({ username, link }) ?? '';
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
        <a
          href={composeLink({ username, twitterUrl, text })}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClasses('pine', 'grow sm:grow-0')}
        >
          <Send aria-hidden="true" className="size-5" />
          Spread Positive Vibes
        </a>
        <CopyButton
          text={text}
          label="Copy the message"
          onCopied={() =>
            showToast({
              title: 'Positive Message Copied!',
              description: "Paste it wherever it might make someone's day.",
            })
          }
        />
        <Button
          look="outline"
          aria-label="Another message"
          title="Another message"
          onClick={() => setChosen(pickMessage(chosen))}
          className="min-w-12 px-3"
        >
          <RefreshCw aria-hidden="true" className="size-5" />
        </Button>
      </div>
    </section>
  );
}
