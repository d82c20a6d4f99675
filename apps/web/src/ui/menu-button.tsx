import { type KeyboardEvent, useRef, useState } from 'react';
import { createPiece } from '../lib/piece.ts';
import type { Menu as MenuComponent } from './menu.tsx';
import type { MenuProps } from './menu-props.ts';

const menu = createPiece<typeof MenuComponent>(() => import('./menu.tsx').then(({ Menu }) => Menu));

/** Fetches what menus are made of, before somebody opens one. */
export const fetchMenu = menu.fetch;

/**
 * A button with a menu. What a menu needs comes when somebody points at the button, reaches it or presses it; until then it
 * is a button like any other, and a press opens the menu when it can be opened.
 */
export function MenuButton(props: MenuProps) {
  const { button, isOpen, onOpenChange } = props;
  const { value } = menu.use(isOpen);
  const [Menu, setMenu] = useState<typeof MenuComponent>();
  // Between the two halves of a press, of a finger or a key, the button must not be exchanged: the press would be lost.
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
      // A key, or what stands for one, presses without a pointer's count.
      onClick={({ detail }) => press(detail === 0)}
    />
  );
}
