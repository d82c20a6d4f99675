import ExternalLink from 'lucide-react/icons/external-link';
import type { ComponentProps } from 'react';

/** A link that opens in a new tab. */
export function OuterLink({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      target="_blank"
      rel="noreferrer nofollow"
      className="inline-flex min-h-11 min-w-0 items-center gap-1 break-all underline decoration-1 underline-offset-4"
      {...rest}
    >
      {children}
      <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

type PostLinkProps = { url: string; 'data-post'?: true | undefined };

export function PostLink({ url, ...rest }: PostLinkProps) {
  return (
    <OuterLink href={url} {...rest}>
      <span className="line-clamp-1">{url.replace(/^https:\/\//, '')}</span>
    </OuterLink>
  );
}
