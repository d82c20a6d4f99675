import { Component, createRef, type ReactNode } from 'react';

type KeepPlaceProps = {
  /** Ids of the rendered entries, in order; each is a direct child `article`. */
  ids: readonly number[];
  /** Search term of the entries; another term resets the position. */
  term: string;
  /** Id of the focusable title above the entries. */
  titleId: string;
  className?: string;
  children: ReactNode;
};

/**
 * When the entry in use is removed, moves focus and scroll position to the entry that takes its slot, or to the title
 * if none is left; otherwise the content below would shift up. A class component, since hooks have no
 * getSnapshotBeforeUpdate.
 */
export class KeepPlace extends Component<KeepPlaceProps> {
  readonly #place = createRef<HTMLDivElement>();

  override getSnapshotBeforeUpdate({ ids, term }: KeepPlaceProps): number | null {
    if (term !== this.props.term) return null;
    const index = this.#articles().findIndex(isVisitorIn);
    const id = ids[index];
    return id === undefined || this.props.ids.includes(id) ? null : index;
  }

  override componentDidUpdate(_props: KeepPlaceProps, _state: unknown, gone: number | null): void {
    if (gone === null) return;
    const entry = this.#articles().at(gone) ?? this.#articles().at(-1);
    const target = entry?.querySelector('button') ?? document.getElementById(this.props.titleId);
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest' });
  }

  #articles(): HTMLElement[] {
    return [...(this.#place.current?.querySelectorAll<HTMLElement>(':scope > article') ?? [])];
  }

  override render(): ReactNode {
    return (
      <div ref={this.#place} className={this.props.className}>
        {this.props.children}
      </div>
    );
  }
}

/** Whether the entry has the focus or, if nothing has it, is open and in view. */
function isVisitorIn(article: HTMLElement): boolean {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) return article.contains(activeElement);
  const { top, bottom } = article.getBoundingClientRect();
  const isSeen = bottom > 0 && top < window.innerHeight;
  return isSeen && article.querySelector('[aria-expanded=true]') !== null;
}
