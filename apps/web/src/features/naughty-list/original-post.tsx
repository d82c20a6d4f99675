import type { Report } from '@naughty-list/contracts/reports';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { type ReactNode, useRef, useState } from 'react';
import { postIdFromUrl } from '../../lib/post-id.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { loadPostWidget } from './post-widget.ts';

type OriginalPostProps = { report: Report; isEmbedded: boolean };

/** The reported post: a plain quote with a link. If enabled, a click replaces it with X's widget. */
export function OriginalPost({ report, isEmbedded }: OriginalPostProps) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'quote' | 'coming' | 'shown' | 'missing'>('quote');
  const postId = postIdFromUrl(report.twitterUrl);

  const show = async (id: string) => {
    setState('coming');
    const post = await loadPostWidget()
      .then((createPost) => (place.current ? createPost(id, place.current) : undefined))
      .catch((error: unknown) => console.warn('the post stays a plain quote', error));
    setState(post ? 'shown' : 'missing');
    // The pressed button goes with the quote.
    if (post) place.current?.focus({ preventScroll: true });
  };
  return (
    <div>
      <div ref={place} tabIndex={-1} />
      {state !== 'shown' && (
        <PlainQuote report={report}>
          {isEmbedded && postId && (
            <div className="grid justify-items-start gap-1">
              <Button look="outline" aria-disabled={state === 'coming'} onClick={() => void show(postId)}>
                {state === 'coming' ? 'Fetching the post…' : 'Show the post here'}
              </Button>
              <p role="status" className="text-ink-700">
                {state === 'missing'
                  ? "X doesn't hand the post out right now. The link may still open it."
                  : 'X then learns that you read it.'}
              </p>
            </div>
          )}
        </PlainQuote>
      )}
    </div>
  );
}

function PlainQuote({ report, children }: { report: Report; children: ReactNode }) {
  return (
    <figure className="grid gap-4 rounded-sm border border-parchment-400 bg-parchment-50 p-4">
      <blockquote cite={report.twitterUrl} className="border-l-4 border-cranberry-600 pl-4">
        {report.tweetContent ? (
          <p dir="auto" className="whitespace-pre-line">
            {report.tweetContent}
          </p>
        ) : (
          <p>
            The evidence is a public post. Read it where it was written, and look at the account yourself.
          </p>
        )}
      </blockquote>
      <figcaption className="grid gap-3">
        <span className="flex flex-wrap items-center justify-between gap-3">
          <span className="font-bold">@{report.username} on X</span>
          <a
            href={report.twitterUrl}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className={buttonClasses('quiet', 'max-sm:-ml-5')}
          >
            Open the original post
            <ArrowUpRight aria-hidden="true" className="size-5" />
          </a>
        </span>
        {children}
      </figcaption>
    </figure>
  );
}
