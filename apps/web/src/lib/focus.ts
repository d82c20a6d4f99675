/** After a change: what had the focus may have gone with it, once the page shows the change. */
export function whenFocusIsLost(move: () => void): void {
  setTimeout(() => document.activeElement === document.body && move());
}
