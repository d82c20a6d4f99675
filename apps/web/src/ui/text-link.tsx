import { Link, type LinkProps } from '@tanstack/react-router';
import { explorerLink, shortenMiddle } from '../lib/addresses.ts';
import { useTokenConfig } from '../lib/site-settings.ts';

/** Looks of a link that stands alone: as high as a finger needs. */
export const plainLink = 'inline-flex min-h-11 items-center underline underline-offset-4';
export const boldLink = `${plainLink} font-bold decoration-2`;

/** A shortened transaction hash, linked to a block explorer once the chain is known. */
export function TransactionLink({ hash }: { hash: string }) {
  const { data: chain } = useTokenConfig();
  if (!chain) return <span title={hash}>{shortenMiddle(hash)}</span>;
  return (
    <a
      href={explorerLink('tx', hash, chain)}
      target="_blank"
      rel="noopener noreferrer"
      title={hash}
      className={`${plainLink} figures font-mono`}
    >
      {shortenMiddle(hash)}
    </a>
  );
}

/** A link to another page within a text. */
export function TextLink(props: LinkProps) {
  return <Link {...props} className="font-bold underline decoration-2 underline-offset-4" />;
}
