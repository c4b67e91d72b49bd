import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { useDatabase } from '@countersign/test-kit/database'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeEvent, tenantId } from './fixtures/events.ts'
import type { EventReceiverOptions } from './receiver.ts'

// What `apply` the pages show, run as it is pasted.
type Apply = EventReceiverOptions<pg.ClientBase>['apply']

const root = new URL('../../../', import.meta.url)
const bizId = '01938c5e-7a3b-7c3d-8e4f-5a6b7c8d9e11'
const approved = makeEvent(1, { type: 'instance.approved', status: 'APPROVED', bizId })
const trace = {} as Parameters<Apply>[2]

let pool: pg.Pool
beforeAll(async () => {
  const { url } = await useDatabase()
  pool = new pg.Pool({ connectionString: url })
  await pool.query(
    'create table expenses (tenant_id uuid, id uuid, instance_id uuid, status text, primary key (tenant_id, id))',
  )
})
afterAll(() => pool.end())
beforeEach(async () => {
  await pool.query('truncate expenses')
  await pool.query('insert into expenses values ($1, $2, null, $3)', [tenantId, bizId, 'DRAFT'])
})

async function readApply(page: string): Promise<Apply> {
  const text = await readFile(new URL(page, root), 'utf8')
  const [, apply] = /\n *apply: (async [^]*?\n *\}),\n *onRefused/.exec(text) ?? []
  const [, uuid] = /\n *const uuid = (.*)\n/.exec(text) ?? []
  if (apply === undefined || uuid === undefined) throw new Error(`${page} shows no apply`)
  return runInNewContext(`const uuid = ${uuid}; (${apply})`) as Apply
}

describe.each(['packages/event-receiver/README.md', 'docs/guides/receive-callbacks.md'])(
  'the apply that %s shows',
  (page) => {
    it('makes who stores the answer of the start wait for it', async () => {
      const apply = await readApply(page)
      const tx = await pool.connect()
      try {
        await tx.query('begin')
        await apply(tx, approved, trace)
        const lock = 'select 1 from expenses where tenant_id = $1 and id = $2 for update nowait'
        await expect(pool.query(lock, [tenantId, bizId])).rejects.toMatchObject({ code: '55P03' })
        await tx.query('commit')
      } finally {
        // With what a failure left open.
        tx.release(true)
      }
    })

    it('changes the row of the approval that was started, and of no other', async () => {
      const apply = await readApply(page)
      const tx = await pool.connect()
      try {
        await apply(tx, approved, trace)
        const status = async () => (await tx.query('select status from expenses')).rows[0].status
        expect(await status()).toBe('DRAFT')
        await tx.query('update expenses set instance_id = $1', [approved.instanceId])
        await apply(tx, approved, trace)
        expect(await status()).toBe('APPROVED')
        await apply(tx, { ...approved, bizId: 'x' }, trace)
      } finally {
        tx.release(true)
      }
    })
  },
)
