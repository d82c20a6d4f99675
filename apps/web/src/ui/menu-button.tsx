import { type KeyboardEvent, useRef, useState } from 'react';
import { createChunk } from '../lib/chunk.ts';
import type { Menu as MenuComponent, MenuProps } from './menu.tsx';

const menu = createChunk<typeof MenuComponent>(() => import('./menu.tsx').then(({ Menu }) => Menu));

/** Prefetches the menu. */
export const fetchMenu = menu.fetch;

/**
 * A button with a lazy menu: its chunk loads on hover, focus or press. Until then it is a plain button, and a press
 * opens the menu once loaded.
 */
export function MenuButton(props: MenuProps) {
  const { button, isOpen, onOpenChange } = props;
  const { value } = menu.use(isOpen);
  const [Menu, setMenu] = useState<typeof MenuComponent>();
  // While it is pressed, the button is not replaced: a new element would receive no click.
  const [isHeld, setHeld] = useState(false);
  const [isByKey, setByKey] = useState(false);
  const hasFocus = useRef(false);
  if (value && !Menu && !isHeld) setMenu(() => value);
  if (Menu)
    return <Menu {...props} takesFocus={hasFocus.current && !isOpen} startsAtFirst={isOpen && isByKey} />;

  const press = (byKey: boolean) => {
    setHeld(false);
    setByKey(byKey);
    onOpenChange(true);
  };
  const pressByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') setHeld(true);
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    press(true);
  };
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      {...button}
      onPointerEnter={() => void menu.fetch()}
      onFocus={() => {
        hasFocus.current = true;
        void menu.fetch();
      }}
      onBlur={() => {
        hasFocus.current = false;
        setHeld(false);
      }}
      onPointerDown={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onPointerCancel={() => setHeld(false)}
      onKeyDown={pressByKey}
      // `detail` is 0 for clicks from the keyboard or assistive technology.
      onClick={({ detail }) => press(detail === 0)}
    />
  );
}
