export interface Contender {
  readonly name: string
  readonly run: () => unknown
  /** Calls in one turn. */
  readonly calls: number
}

const TURNS = 15

/**
 * Microseconds of CPU (user and system, all threads of the process) of one call each. The
 * contenders take turns, and of each the least disturbed turn counts: what else the machine does
 * can only add to it.
 */
export async function measure(contenders: readonly Contender[]): Promise<Map<string, number>> {
  const turns = new Map<string, number[]>(contenders.map(({ name }) => [name, []]))
  for (const contender of contenders) await takeTurn(contender)
  for (let turn = 0; turn < TURNS; turn++) {
    for (const contender of contenders) {
      turns.get(contender.name)?.push(await takeTurn(contender))
    }
  }
  return new Map([...turns].map(([name, values]) => [name, Math.min(...values)]))
}

export async function takeTurn({ run, calls }: Contender): Promise<number> {
  const before = process.cpuUsage()
  for (let call = 0; call < calls; call++) await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / calls
}
