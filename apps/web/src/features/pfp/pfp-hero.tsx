/** A short hero above the editor. */
export function PfpHero() {
  return (
    <header className="grid gap-3 pt-4">
      <p className="font-bold text-gold-300">Santa's profile-picture editor</p>
      <h1 className="text-4xl">
        You checked the list. <span className="text-gold-300">Now wear the hat.</span>
      </h1>
      <p className="text-lg text-pretty text-snow-dim">
        Eight hats, eight helpers, one face: yours. No account, nothing sent, no excuse.
      </p>
    </header>
  );
}
