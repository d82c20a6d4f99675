/** The only host that the Content-Security-Policy allows for embedded posts. */
const WIDGET_SCRIPT = 'https://platform.twitter.com/widgets.js';

/** Renders a post into `place`; resolves to its element, or undefined for a deleted post. */
export type CreatePost = (postId: string, place: HTMLElement) => Promise<HTMLElement | undefined>;

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
export function loadPostWidget(): Promise<CreatePost> {
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
