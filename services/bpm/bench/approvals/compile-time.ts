import { compile } from '../../src/core/definition/compile.ts'
import { inARow, toUser, userTask } from '../../src/testing/processes.ts'

export interface CompileTime {
  readonly userTasks: number
  readonly kilobytes: number
  readonly milliseconds: number
}

/** From the document to what the engine runs; the service does it once for each definition. */
export async function measureCompiling(sizes: readonly number[]): Promise<CompileTime[]> {
  const times: CompileTime[] = []
  for (const userTasks of sizes) {
    const nodes = Array.from({ length: userTasks }, (_, index) => ({
      id: `task${index}`,
      xml: userTask(`task${index}`, { candidates: toUser('manager') }),
    }))
    const xml = inARow('chain', nodes)
    const found: number[] = []
    for (let run = 0; run < 40; run++) {
      const began = performance.now()
      await compile(xml)
      found.push(performance.now() - began)
    }
    const milliseconds = found.toSorted((a, b) => a - b)[found.length / 2] ?? 0
    times.push({ userTasks, kilobytes: xml.length / 1024, milliseconds })
  }
  return times
}
