/** The X logo; the icon set has no brand marks. */
export function XIcon({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true" fill="none" stroke="currentColor">
      <path d="M4 4h4.5l11.5 16h-4.5z" strokeWidth="2" strokeLinejoin="round" />
      <path d="M19.5 4l-6.2 7M10.5 13.5L4.5 20" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
