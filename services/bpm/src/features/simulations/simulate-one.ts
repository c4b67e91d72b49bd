// One approval on the definition that is tried: the pure replay, with the directory as it is now.
import { setImmediate as letOthers } from 'node:timers/promises'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import { compareWithPast, type Comparison } from '../../core/simulation/compare.ts'
import type { Past } from '../../core/simulation/past.ts'
import { beginReplay } from '../../core/simulation/replay.ts'
import type { Deps } from '../../deps.ts'
import { needAnswers } from '../../runtime/decide/known.ts'
import { createKnown, learn, type Sources } from '../../runtime/people/learn.ts'
import { withStandIns } from '../../runtime/people/stand-ins.ts'

/** So long others may have to wait, at most, and for one command of the engine. */
const SLICE_MS = 15

export type OneDeps = Pick<Deps, 'db' | 'now' | 'directory' | 'engineOptions'>

/** What is known of people, by the initiator: nobody stands in for others in what they started themselves. */
export type KnownBy = Map<string, ReturnType<typeof createKnown>>

export async function simulateOne(
  deps: OneDeps,
  about: { readonly tenantId: string; readonly bizType: string; readonly known: KnownBy },
  process: CompiledProcess,
  past: Past,
): Promise<Comparison> {
  const { tenantId, bizType } = about
  const { initiator } = past
  const known = about.known.get(initiator) ?? createKnown()
  about.known.set(initiator, known)
  const directory = withStandIns(deps, { bizType, initiatorId: initiator })
  const sources: Sources = { db: deps.db, directory, tenantId }
  const replay = beginReplay(process, past)
  let begun = performance.now()
  for (;;) {
    const options = { ...deps.engineOptions, tables: known.tables }
    const step = replay.advance(known.answers, options)
    if (step !== 'more' && !('kind' in step)) return compareWithPast(past, step)
    if (step !== 'more') {
      await learn(sources, known, needAnswers(step.requests))
      begun = performance.now()
    } else if (performance.now() - begun > SLICE_MS) {
      await letOthers()
      begun = performance.now()
    }
  }
}
