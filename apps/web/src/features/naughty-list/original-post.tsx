import type { Report } from '@naughty-list/contracts/reports';
import { useRef, useState } from 'react';
import { postIdFromUrl } from '../../lib/post-id.ts';
import { Button } from '../../ui/button.tsx';
import { PlainQuote } from '../../ui/plain-quote.tsx';

type OriginalPostProps = { report: Report; isEmbedded: boolean };

/** The reported post: a plain quote with a link. If enabled, a click replaces it with X's widget. */
export function OriginalPost({ report, isEmbedded }: OriginalPostProps) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'quote' | 'loading' | 'shown' | 'failed'>('quote');
  const postId = postIdFromUrl(report.twitterUrl);

  const show = async (id: string) => {
    setState('loading');
    const post = await loadPostWidget()
      .then((createPost) => (place.current ? createPost(id, place.current) : undefined))
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

/** Renders a post into `place`; resolves to its element, or undefined for a deleted post. */
type CreatePost = (postId: string, place: HTMLElement) => Promise<HTMLElement | undefined>;

type PostWidgets = {
  widgets: {
    createTweet: (
      id: string,
      place: HTMLElement,
      options: { dnt: boolean; conversation: 'none' },
    ) => Promise<HTMLElement | undefined>;
  };
};

declare global {
  interface Window {
    twttr?: PostWidgets;
  }
}

let loading: Promise<CreatePost> | undefined;

/** Loads the widget script once; rejects on failure, and the next call retries. */
function loadPostWidget(): Promise<CreatePost> {
  loading ??= loadScript().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function loadScript(): Promise<CreatePost> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = WIDGET_SCRIPT;
    script.async = true;
    script.onload = () => {
      const widgets = window.twttr?.widgets;
      if (!widgets) return reject(new Error('the widget script did not define its widgets'));
      resolve((id, place) => widgets.createTweet(id, place, { dnt: true, conversation: 'none' }));
    };
    script.onerror = () => reject(new Error('the widget script could not be loaded'));
    document.head.append(script);
  });
}
