const startedAt = Date.now();

/** Seconds since the command began, for the progress lines of a first run. */
export function elapsed() {
  return `${((Date.now() - startedAt) / 1000).toFixed(0)} s`;
}

/** Runs one step of the setup and prints its start and end. */
export async function step(title, work) {
  console.log(`${title} …`);
  const result = await work();
  console.log(`  done, ${elapsed()} since the start`);
  return result;
}
