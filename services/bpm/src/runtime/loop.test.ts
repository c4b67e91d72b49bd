import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { InstanceCommand } from '../core/engine/command.ts'
import type { Tx } from '../db/schema.ts'
import type { Directory } from '../clients/directory.ts'
import { problems } from '../problems.ts'
import { readInstance, start } from '../testing/approvals.testing.ts'
import { expenseProcess } from '../testing/processes.ts'
import { createTenant, publish, useService } from '../testing/service.testing.ts'
import { decide } from './decide/decide.ts'
import { needAnswers, needNames, type Known, type Needs } from './decide/known.ts'
import { foresee } from './foresee.ts'
import { loadInstance, toRead } from './load/read.ts'
import { lockSnapshot, type Snapshot } from './load/snapshot.ts'
import { carryOut, type LoopDeps } from './loop.ts'
import type { Decision, Work } from './work.ts'
import type { WriteOutcome } from './write/writer.ts'

const service = useService()

const members = new Map([
  ['u1', 'One'],
  ['u2', 'Two'],
])

const directory: Directory = {
  resolve: async (_tenantId, requests) =>
    new Map(
      requests
        .filter(({ ref }) => ref === 'clerks')
        .map(({ key }) => [key, { userIds: [...members.keys()], missing: false }]),
    ),
  findUsers: async (_tenantId, ids) =>
    new Map(
      ids.flatMap((id) => {
        const displayName = members.get(id)
        if (displayName === undefined) return []
        return [[id, { id, username: id, displayName, active: true }] as const]
      }),
    ),
}

const clerks = { key: 'role:clerks', kind: 'role', ref: 'clerks' } as const

describe('what a decision needs', () => {
  // Nothing here touches the database: no time has to be worked out.
  const sources = () => ({ db: service().deps.db, directory, tenantId: 'tenant' })

  it('is looked up, names included, and it is decided again', async () => {
    const seen: unknown[] = []

    const result = await foresee(sources(), ({ answers, names }) => {
      seen.push([...answers])
      if (!answers.has('role:clerks')) return needAnswers([clerks])
      return { kind: 'settled', body: [...names] }
    })

    expect(seen).toEqual([[], [['role:clerks', ['u1', 'u2']]]])
    expect(result).toEqual([
      ['u1', 'One'],
      ['u2', 'Two'],
    ])
  })

  it('is nobody without an answer, and an unknown person is called by their id', async () => {
    const none = { key: 'role:none', kind: 'role', ref: 'none' } as const

    const result = await foresee(sources(), ({ answers, names }) => {
      if (!answers.has('role:none')) return needAnswers([none])
      if (!names.has('gone')) return needNames(['gone'])
      return { kind: 'settled', body: [answers.get('role:none'), names.get('gone')] }
    })

    expect(result).toEqual([[], 'gone'])
  })

  it('is not looked up for ever', async () => {
    let rounds = 0
    const never = (): Needs => {
      rounds += 1
      return needNames(['u1'])
    }

    await expect(foresee(sources(), never)).rejects.toThrow('50 attempts')
    expect(rounds).toBe(50)
  })
})

/** An approval, and how its initiator withdraws it; `more` puts something else in its place. */
async function withdrawing(more: Partial<Work<Snapshot, string>> = {}) {
  const { deps } = service()
  const tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
  const instance = await start(tenant)
  const loaded = await loadInstance(deps.db, tenant.id, instance.id)
  const read = loaded && (await toRead(loaded, deps))
  if (read === undefined) throw new Error('the approval was just started')
  const locks: string[] = []
  const work: Work<Snapshot, string> = {
    tenantId: tenant.id,
    directory,
    read,
    lock: async (tx) => {
      locks.push('row')
      const target = { tenantId: tenant.id, instanceId: instance.id, rootId: null }
      return lockSnapshot(tx, target, deps)
    },
    decide: withdraw,
    ...more,
  }
  const statusOf = async () => (await readInstance(tenant, instance)).status
  return { work, locks, statusOf, tenant, instance }
}

function withdraw(seen: Snapshot, known: Known): Decision<string> {
  const userId = seen.instance.initiatorId
  const command: InstanceCommand = { kind: 'withdraw', actor: { userId } }
  const actor = { kind: 'user', id: userId, name: 'Somebody' } as const
  const act = { action: 'withdraw', command, actor }
  const planned = decide(seen, act, known, { administratorsRole: 'admin' })
  if (planned.kind !== 'planned') return planned
  return { kind: 'decided', planned, toBody: ({ status }) => status }
}

/** The service's own, whose writer comes to these outcomes first. */
function depsWith(...outcomes: readonly WriteOutcome[]): LoopDeps & { readonly ways: string[] } {
  const { deps } = service()
  const ways: string[] = []
  const left = [...outcomes]
  const writer: LoopDeps['writer'] = {
    ...deps.writer,
    write: async (recording, how) => {
      ways.push(how)
      return left.shift() ?? deps.writer.write(recording, how)
    },
  }
  return { ...deps, writer, ways }
}

const error = new Error('as PostgreSQL words it')

describe('another attempt is made', () => {
  it.each([
    ['movedOn', { kind: 'movedOn' }],
    ['answered', { kind: 'answered', error }],
  ] as const)('under the row lock when the write comes to %s', async (_, outcome) => {
    const { work, locks, statusOf } = await withdrawing()
    const deps = depsWith(outcome)

    expect((await carryOut(deps, work)).body).toBe('WITHDRAWN')

    expect([deps.ways, locks]).toEqual([['microBatch'], ['row']])
    expect(await statusOf()).toBe('WITHDRAWN')
  })

  it('by a statement of its own when one that shared it was refused', async () => {
    const { work, locks, statusOf } = await withdrawing()
    const deps = depsWith({ kind: 'batchSplit' })

    await carryOut(deps, work)

    expect([deps.ways, locks]).toEqual([['microBatch', 'alone'], []])
    expect(await statusOf()).toBe('WITHDRAWN')
  })

  it.each([
    ['a deadlock', { kind: 'deadlock', error }],
    ['a task number that is taken', { kind: 'taskNumberTaken', error }],
  ] as const)('the same way after %s', async (_, outcome) => {
    const { work, locks, statusOf } = await withdrawing()
    const deps = depsWith(outcome, outcome)

    await carryOut(deps, work)

    expect([deps.ways, locks]).toEqual([['microBatch', 'microBatch', 'microBatch'], []])
    expect(await statusOf()).toBe('WITHDRAWN')
  })

  it('under the row lock for what needs more than one statement', async () => {
    let written = 0
    const { work, locks } = await withdrawing({
      decide: (seen, known) => {
        const decided = withdraw(seen, known)
        if (decided.kind !== 'decided') return decided
        return { ...decided, first: async () => void written++ }
      },
    })

    await carryOut(depsWith(), work)

    expect([locks, written]).toEqual([['row'], 1])
  })
})

it.each([
  ['as it was read, where nobody is away then', true, ['plain', 'away']],
  ['also as it was read, where somebody may be away', false, ['away', 'away']],
])('asks who stands in under the row lock, and %s', async (_, nobodyAway, asked) => {
  const { work } = await withdrawing()
  if (work.read === undefined) throw new Error('it was read')
  const ways: string[] = []
  const noting = (way: string): Directory => ({
    ...directory,
    resolve: async (tenantId, requests) => {
      ways.push(way)
      return directory.resolve(tenantId, requests)
    },
  })
  const later = { ...clerks, key: 'role:later' }
  let locked = false

  await carryOut(depsWith({ kind: 'movedOn' }), {
    ...work,
    directory: { ...noting('away'), whileNobodyIsAway: noting('plain') },
    read: { ...work.read, nobodyAway },
    lock: async (tx) => {
      locked = true
      return work.lock(tx)
    },
    decide: (seen, known) => {
      if (!known.answers.has(clerks.key)) return needAnswers([clerks])
      if (locked && !known.answers.has(later.key)) return needAnswers([later])
      return withdraw(seen, known)
    },
  })

  expect(ways).toEqual(asked)
})

it('gives up after five deadlocks, with what PostgreSQL said', async () => {
  const { work, statusOf } = await withdrawing()
  const deadlocks = Array.from({ length: 5 }, () => ({ kind: 'deadlock', error }) as const)

  await expect(carryOut(depsWith(...deadlocks), work)).rejects.toBe(error)

  expect(await statusOf()).toBe('RUNNING')
})

it.each([
  ['needs something', needAnswers([clerks])],
  ['is refused', { kind: 'refused', problem: problems.not_found() }],
] as const)('keeps nothing of an attempt under the row lock that %s', async (_, outcome) => {
  const { work, tenant, instance, statusOf } = await withdrawing()
  const outcomes = [outcome]
  const titles: string[] = []
  const done = carryOut(depsWith(), {
    ...work,
    read: undefined,
    lock: async (tx) => {
      const locked = await work.lock(tx)
      if (locked.kind === 'locked') titles.push(locked.seen.instance.title)
      await sql`update process_instances set title = 'changed'
        where tenant_id = ${tenant.id} and id = ${instance.id}`.execute(tx)
      return locked
    },
    decide: (seen, known) => outcomes.shift() ?? withdraw(seen, known),
  })

  if (outcome.kind === 'refused') {
    await expect(done).rejects.toBe(outcome.problem)
    expect(await statusOf()).toBe('RUNNING')
    expect((await readInstance(tenant, instance)).title).toBe(instance.title)
  } else {
    expect((await done).body).toBe('WITHDRAWN')
    expect(titles).toEqual([instance.title, instance.title])
  }
})

it('draws another task number when PostgreSQL finds the one drawn taken', async () => {
  const { work, tenant } = await withdrawing()
  let tries = 0
  const { body } = await carryOut(depsWith(), {
    ...work,
    read: undefined,
    decide: (seen, known) => {
      const decided = withdraw(seen, known)
      if (decided.kind !== 'decided') return decided
      tries += 1
      if (tries > 1) return decided
      // The first attempt meets the unique constraint, as two equal draws would.
      const first = async (tx: Tx) => {
        await sql`
          insert into tasks
          select (jsonb_populate_record(task, jsonb_build_object('id', gen_random_uuid()))).*
          from tasks as task
          where tenant_id = ${tenant.id} and instance_id = ${seen.instance.id} limit 1`.execute(tx)
      }
      return { ...decided, first }
    },
  })

  expect([body, tries]).toEqual(['WITHDRAWN', 2])
})
