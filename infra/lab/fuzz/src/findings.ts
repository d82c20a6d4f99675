/** Results by target and role. */
export class Findings {
  readonly #statuses = new Map<string, Map<string, number>>();
  readonly #faults = new Map<string, { times: number; first: string }>();
  requests = 0;

  /** Counts one response; `how` describes the request, kept for the first of its kind. */
  count(target: string, role: string, status: number | string, faults: readonly string[], how: string): void {
    this.requests += 1;
    const row = this.#statuses.get(`${target}\t${role}`) ?? new Map<string, number>();
    row.set(String(status), (row.get(String(status)) ?? 0) + 1);
    this.#statuses.set(`${target}\t${role}`, row);
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

  /** Total counts by status. */
  get totals(): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const row of this.#statuses.values()) {
      for (const [status, count] of row) sums[status] = (sums[status] ?? 0) + count;
    }
    return sums;
  }

  /** Endpoint × role × statuses, as a Markdown table. */
  table(): string {
    const rows = [...this.#statuses].map(([key, statuses]) => {
      const [target = '', role = ''] = key.split('\t');
      const sum = [...statuses.values()].reduce((one, other) => one + other, 0);
      const counts = [...statuses].sort().map(([status, count]) => `${status}×${count}`);
      const faults = [...this.#faults.keys()].filter((fault) =>
        fault.startsWith(`${target} | ${role} |`),
      ).length;
      return [target, role, String(sum), counts.join(' '), String(faults)];
    });
    const head = ['endpoint', 'role', 'requests', 'statuses', 'findings'];
    const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
    const line = (cells: string[]) =>
      `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
    return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.sort().map(line)].join('\n');
  }
}
