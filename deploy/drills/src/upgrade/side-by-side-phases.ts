import { setTimeout as delay } from 'node:timers/promises'
import type { Plan } from '@countersign/local/plan'
import { createProgress } from '@countersign/local/progress'
import { ownedNames } from '@countersign/local/secrets'
import { bootstrapIam, migrateAll, prepareDatabases } from '@countersign/local/seed/apply'
import { openSeeded } from '@countersign/local/seeded'
import type { DrilledService, Instance } from '../platform/instance.ts'
import type { Phase } from '../rolling/phases.ts'

export interface SideBySide {
  readonly plan: Plan
  /** Of each service the earlier version's first, then that of now. */
  readonly instances: readonly Instance[]
  /** Starts a process of the earlier version. */
  readonly startEarlier: (instance: Instance) => Promise<void>
  readonly write: (line: string) => void
  /** How long people work in each state. */
  readonly seconds: number
}

/** A gateway of before knows one address of each service. */
export function environmentOfEarlier({ platform }: Plan, service: DrilledService) {
  if (service !== 'gateway') return {}
  const { iam, bpm, dms } = platform.services
  return { IAM_URL: iam, BPM_URL: bpm, DMS_URL: dms }
}

/** As docs/operations/upgrades.md says it: migrate, then the processes, a service after the other; receivers come last. */
export function phasesOf(options: SideBySide): readonly Phase[] {
  const { plan, instances, startEarlier, write, seconds } = options
  const work = () => delay(seconds * 1_000)
  const inTurn = (index: number, change: (instance: Instance) => Promise<void>) => async () => {
    for (const instance of instances.filter((one) => one.index === index)) await change(instance)
  }
  const migrate = async () => {
    await prepareDatabases(plan)
    for (const name of ownedNames) await migrateAll(plan, [name])
  }
  const seed = async () => {
    const seeded = await openSeeded(plan.layout.seededFile)
    await bootstrapIam(plan, seeded, createProgress(write))
  }
  // 0.1 keeps statements that read all columns, and PostgreSQL refuses them when there are more.
  const restart = inTurn(0, async (instance) => {
    if (instance.service !== 'bpm') return
    await instance.stop()
    await startEarlier(instance)
  })
  // What an earlier version leaves without an answer when it stops is its own affair: the ledger tells what was lost.
  const phases: readonly (readonly [name: string, run: () => Promise<void>])[] = [
    ['the earlier version', work],
    ['it works while the tables are migrated', migrate],
    ['it works on the new tables', work],
    ['its bpm is started again', restart],
    ['it works on the new tables, started again', work],
    ['clients get what the changelog says', seed],
    ['processes of now join', inTurn(1, (instance) => instance.start())],
    ['both versions', work],
    ['those of before leave', inTurn(0, (instance) => instance.stop())],
    ['the version of now', work],
  ]
  return phases.map(([name, run]) => ({ name, run, losesNothing: false }))
}
