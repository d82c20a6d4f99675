/** Results of all requests. */
export class Findings {
  readonly #faults = new Map<string, { times: number; first: string }>();
  /** Responses by status. */
  readonly totals: Record<string, number> = {};
  requests = 0;

  /** Counts one response; `how` describes the request, kept for the first of its kind. */
  count(target: string, role: string, status: number | string, faults: readonly string[], how: string): void {
    this.requests += 1;
    this.totals[status] = (this.totals[status] ?? 0) + 1;
    for (const fault of faults) this.add(`${target} | ${role} | ${fault}`, how);
  }

  add(fault: string, how = ''): void {
    const known = this.#faults.get(fault);
    if (known) known.times += 1;
    else this.#faults.set(fault, { times: 1, first: how });
  }

  /** Every distinct finding with its count and its first occurrence. */
  get faults(): string[] {
    return [...this.#faults].map(
      ([fault, { times, first }]) => `${fault} (${times}×)${first && `, first by ${first}`}`,
    );
  }
}
