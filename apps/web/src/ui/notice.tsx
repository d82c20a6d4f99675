import type { ReactNode } from 'react';

type NoticeProps = {
  title: string;
  heading?: 'h2' | 'h3' | undefined;
  children?: ReactNode;
  art?: ReactNode;
  role?: 'alert' | 'status';
};

/** An empty, no-match or error state within a ledger page. */
export function Notice({ title, heading: Heading = 'h3', children, art, role }: NoticeProps) {
  return (
    <div role={role} className="grid justify-items-center gap-3 px-4 py-10 text-center">
      {art}
      <Heading className="display text-2xl">{title}</Heading>
      <div className="grid max-w-prose justify-items-center gap-4 text-lg text-ink-700">{children}</div>
    </div>
  );
}
