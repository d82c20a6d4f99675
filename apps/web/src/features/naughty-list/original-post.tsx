import type { Report } from '@naughty-list/contracts/reports';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { useEffect, useRef, useState } from 'react';
import { postIdFromUrl } from '../../lib/post-id.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { loadPostWidget } from './post-widget.ts';

type OriginalPostProps = { report: Report; isEmbedded: boolean };

/** The reported post: X's widget if enabled, otherwise, or if the widget fails, a plain quote with a link. */
export function OriginalPost({ report, isEmbedded }: OriginalPostProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  const postId = postIdFromUrl(report.twitterUrl);
  useEffect(() => {
    if (!isEmbedded || !postId) return;
    let isGone = false;
    loadPostWidget()
      .then(async (createPost) => {
        if (isGone || !place.current) return;
        const drawn = await createPost(postId, place.current);
        if (!isGone) setIsDrawn(drawn !== undefined);
      })
      .catch((error: unknown) => console.warn('the post stays a plain quote', error));
    return () => {
      isGone = true;
    };
  }, [isEmbedded, postId]);
  return (
    <div>
      <div ref={place} />
      {!isDrawn && <PlainQuote report={report} />}
    </div>
  );
}

function PlainQuote({ report }: { report: Report }) {
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
      <figcaption className="flex flex-wrap items-center justify-between gap-3">
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
      </figcaption>
    </figure>
  );
}
