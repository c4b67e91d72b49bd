import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { findProgram } from '@countersign/test-kit/optional-tools'
import type { Operation } from './operations.ts'

/** What was done to one object: linearizability of each is that of all (Herlihy and Wing 1990, theorem 1). */
export interface History {
  readonly kind: 'approval' | 'permit'
  readonly object: string
  readonly operations: readonly Operation[]
  /** Of an approval: the numbers of its tasks, in the order in which they came up. */
  readonly taskNos?: readonly string[]
}

/** What the checker has counted. */
export interface Verdict {
  readonly histories: number
  readonly operations: number
  /** Operations during which another was under way on the same object. */
  readonly overlapping: number
  readonly unanswered: number
  readonly unexplained: number
  /** The smallest history of each object that no order explains. */
  readonly said: string
}

/** Asks `services/bpm/bench/checker`, which `e2e/interop/build.sh histories` builds, whether each history has an order. */
export async function checkHistories(histories: readonly History[]): Promise<Verdict> {
  const child = spawn(findProgram('histories', process.env) ?? '', {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [said, [code]] = await Promise.all([
    text(child.stdout),
    once(child, 'exit') as Promise<[number | null]>,
    child.stdin.end(histories.map(toLine).join('')),
  ])
  const lines = said.trimEnd().split('\n')
  const last = lines.pop() ?? ''
  if ((code !== 0 && code !== 1) || !last.startsWith('{')) throw new Error(`${code}: ${said}`)
  // The program is one of ours.
  return { ...(JSON.parse(last) as Omit<Verdict, 'said'>), said: lines.join('\n') }
}

function toLine({ kind, object, operations, taskNos = [] }: History): string {
  // A number that the approval does not have is that of no task.
  const numbered = ({ taskNo }: { readonly taskNo?: string }) =>
    taskNo === undefined ? {} : { task: taskNos.indexOf(taskNo) + 1 || taskNos.length + 1 }
  const line = {
    kind,
    object,
    operations: operations.map(({ input, output, ...one }) => ({
      ...one,
      input: { ...input, ...numbered(input) },
      output: output && { ...output, ...numbered(output) },
    })),
  }
  return `${JSON.stringify(line)}\n`
}
