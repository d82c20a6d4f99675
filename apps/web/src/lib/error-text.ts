/** The error's own message if it has one (servers write them to be shown), fallback `fallback`. */
export function errorText(error: unknown, fallback: string): string {
  return error instanceof Error && error.message !== '' ? error.message : fallback;
}
