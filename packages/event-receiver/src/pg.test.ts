import { useDatabase } from '@countersign/test-kit/database'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { pgStore, type PgClient, type PgPool } from './pg.ts'

// Most of it is what a connection may do that a database at hand does not; the rest is in receiver.test.ts.

type Answer = Partial<Awaited<ReturnType<PgClient['query']>>> | Error

/** A pool whose connections answer statements as they are told. */
function poolOf(answers: Record<string, Answer> = {}) {
  const [said, released]: [string[], unknown[][]] = [[], []]
  const pool: PgPool = {
    connect: async () => ({
      async query(text) {
        const [word = ''] = text.trim().split(/\s/)
        said.push(word)
        const answer = answers[word] ?? {}
        if (answer instanceof Error) throw answer
        return { rows: [], rowCount: null, command: word.toUpperCase(), ...answer }
      },
      release: (...args) => void released.push(args),
    }),
  }
  return { store: pgStore(pool), said, released }
}

const place = { tenantId: 't1', instanceId: 'i1', sequence: 1 }

describe('a transaction', () => {
  it('[EVT-02] is one on one connection, which goes back to the pool', async () => {
    const { store, said, released } = poolOf()
    expect(await store.transaction(async (tx) => (await tx.query('select 1')).command)).toBe(
      'SELECT',
    )
    expect(said).toEqual(['begin', 'select', 'commit'])
    expect(released).toEqual([[undefined]])
  })

  it('[EVT-04] is taken back when the work fails', async () => {
    const { store, said, released } = poolOf()
    const failure = new Error('no')
    await expect(store.transaction(() => Promise.reject(failure))).rejects.toBe(failure)
    expect(said).toEqual(['begin', 'rollback'])
    expect(released).toEqual([[undefined]])
  })

  it('[EVT-04] has failed when its commit rolls back', async () => {
    const { store, released } = poolOf({ commit: { command: 'ROLLBACK' } })
    await expect(store.transaction(async () => 1)).rejects.toThrow(
      'a statement of the transaction had failed',
    )
    expect(released).toHaveLength(1)
  })

  it('that cannot be taken back takes its connection with it, and says why it was', async () => {
    const [failure, broken] = [new Error('no'), new Error('the connection is gone')]
    const { store, released } = poolOf({ rollback: broken })
    await expect(store.transaction(() => Promise.reject(failure))).rejects.toBe(failure)
    expect(released).toEqual([[broken]])
  })
})

it('does not guess the place of an instance that was neither made nor found', async () => {
  const { store } = poolOf()
  await expect(store.transaction((tx) => store.lockPosition(tx, place))).rejects.toThrow(
    'the position was neither made nor found',
  )
})

it('knows no event without a row', async () => {
  const { store } = poolOf()
  expect(await store.transaction((tx) => store.findAppliedId(tx, place))).toBeUndefined()
})

it('gives its connection back after rows were deleted, and when they were not', async () => {
  const good = poolOf({ delete: { rowCount: 7 } })
  expect(await good.store.prune(new Date(0), 10)).toBe(7)
  const silent = poolOf()
  expect(await silent.store.prune(new Date(0), 10)).toBe(0)
  const failing = poolOf({ delete: new Error('no') })
  await expect(failing.store.prune(new Date(0), 10)).rejects.toThrow('no')
  for (const { released } of [good, silent, failing]) expect(released).toHaveLength(1)
})

it('[EVT-04] outlives a connection that is lost within apply while no statement runs', async () => {
  const { url } = await useDatabase()
  const pool = new pg.Pool({ connectionString: url })
  const uncaught = vi.fn<(error: unknown) => void>()
  process.on('uncaughtException', uncaught)
  try {
    const lost = pgStore(pool).transaction(async (tx) => {
      const { rows } = await tx.query('select pg_backend_pid() as pid')
      const [{ pid }] = rows as [{ pid: number }]
      const ended = new Promise<unknown>((resolve) => {
        ;(tx as pg.PoolClient).once('end', resolve)
        uncaught.mockImplementation(resolve)
      })
      await pool.query('select pg_terminate_backend($1)', [pid])
      await ended
    })
    await expect(lost).rejects.toThrow('not queryable')
    expect(uncaught).not.toHaveBeenCalled()
    expect((await pool.query('select 1')).rowCount).toBe(1)
  } finally {
    process.off('uncaughtException', uncaught)
    await pool.end()
  }
})
