import { formatWhole } from '@naughty-list/contracts/tokens';
import type { LucideIcon } from 'lucide-react';
import ChevronFirst from 'lucide-react/icons/chevron-first';
import ChevronLast from 'lucide-react/icons/chevron-last';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { controlClasses, Form } from '../../ui/field.tsx';

type PagerProps = { page: number; lastPage: number; onGo: (page: number) => void };

/** Pager of a long list: previous, next, first, last, or a page number. */
export function Pager(props: PagerProps) {
  const { page, lastPage, onGo } = props;
  const fieldId = useId();
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  if (lastPage === 1) return null;
  const jump = () => {
    const wanted = Math.min(Math.max(1, Math.trunc(Number(typed)) || page), lastPage);
    setTyped(String(wanted));
    if (wanted !== page) onGo(wanted);
  };
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-2 pt-4">
      <PageButton label="First page" Icon={ChevronFirst} to={1} isWideOnly {...props} />
      <PageButton label="Previous page" Icon={ChevronLeft} to={page - 1} {...props} />
      <Form onSubmit={jump} className="figures flex items-center gap-2 px-1">
        <label htmlFor={fieldId}>Page</label>
        <input
          id={fieldId}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={`${controlClasses} max-w-20 text-center`}
        />
        <span>of {formatWhole(lastPage)}</span>
      </Form>
      <PageButton label="Next page" Icon={ChevronRight} to={page + 1} {...props} />
      <PageButton label="Last page" Icon={ChevronLast} to={lastPage} isWideOnly {...props} />
    </nav>
  );
}

type PageButtonProps = PagerProps & {
  label: string;
  Icon: LucideIcon;
  to: number;
  /** Hidden on narrow screens, where the page number does the same. */
  isWideOnly?: boolean;
};

/** Stays focusable while disabled, to keep the focus on the first and last page. */
function PageButton({ page, lastPage, onGo, label, Icon, to, isWideOnly = false }: PageButtonProps) {
  const isOff = to === page || to < 1 || to > lastPage;
  return (
    <Button
      look="outline"
      Icon={Icon}
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={() => onGo(to)}
      className={isWideOnly ? 'px-3 max-sm:hidden' : 'px-3'}
    />
  );
}
