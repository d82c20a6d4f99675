import { Component, createRef, type ReactNode } from 'react';

type KeepPlaceProps = {
  /** The entries that are drawn, in their order; each is an `article` right below. */
  ids: readonly number[];
  /** What they are the entries of: another list is a place of its own. */
  term: string;
  /** The id of what stands above the entries, and can take the focus. */
  titleId: string;
  className?: string;
  children: ReactNode;
};

/**
 * Whoever is in an entry that goes comes to the one that stands in its place now, or to the title where none is left; otherwise
 * the page would close up under them and show what is further down. A class, since no hook sees the page before it changes.
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

/** With the keyboard in it; or, with the keyboard nowhere, with their eyes on it, opened. */
function isVisitorIn(article: HTMLElement): boolean {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) return article.contains(activeElement);
  const { top, bottom } = article.getBoundingClientRect();
  const isSeen = bottom > 0 && top < window.innerHeight;
  return isSeen && article.querySelector('[aria-expanded=true]') !== null;
}
