import type { Report } from '@naughty-list/contracts/reports';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import type { ReactNode } from 'react';
import { written } from '../lib/classes.ts';
import { ButtonLink } from './button.tsx';
import { Handle } from './handle.tsx';

type PlainQuoteProps = {
  report: Pick<Report, 'twitterUrl' | 'tweetContent' | 'username'>;
  /** Rendered below the link. */
  children?: ReactNode;
};

/** The reported post as a quote with a link, without anything from X. */
export function PlainQuote({ report, children }: PlainQuoteProps) {
  return (
    <figure className="grid gap-4 rounded-sm border border-parchment-400 bg-parchment-50 p-4">
      <blockquote cite={report.twitterUrl} className="border-l-4 border-cranberry-600 pl-4">
        {report.tweetContent ? (
          <p {...written}>{report.tweetContent}</p>
        ) : (
          <p>The report links to a post. Read it on X and judge the account for yourself.</p>
        )}
      </blockquote>
      <figcaption className="grid gap-3">
        <span className="flex flex-wrap items-center justify-between gap-3">
          <span className="font-bold">
            <Handle text={`@${report.username}`} /> on X
          </span>
          <ButtonLink look="quiet" href={report.twitterUrl} rel="noopener noreferrer nofollow ugc">
            Open the original post
            <ArrowUpRight aria-hidden="true" className="size-5" />
          </ButtonLink>
        </span>
        {children}
      </figcaption>
    </figure>
  );
}
