import { inTransaction } from '@countersign/service-kit/transaction'
import { expect, it } from 'vitest'
import { createOffload, type Offload } from '../../offload/offload.ts'
import { start } from '../../testing/approvals.testing.ts'
import { expenseProcess } from '../../testing/processes.ts'
import { createTenant, publish, useService } from '../../testing/service.testing.ts'
import { findInstance } from './instances.ts'
import { createProcesses } from './processes.ts'
import { lockSnapshot } from './snapshot.ts'

const service = useService()

async function startOne() {
  const tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
  const { id } = await start(tenant)
  const instance = await findInstance(service().deps.db, tenant.id, id)
  if (instance === undefined) throw new Error('it was started just now')
  return { tenant, instance }
}

it('inside a transaction nobody is waited for who may wait for a connection', async () => {
  const { tenant, instance } = await startOne()
  const { definitionId } = instance
  const offload = createOffload()
  const hung = Promise.withResolvers<never>()
  let isFirst = true
  const hangsOnce: Offload = {
    ...offload,
    run(name, input, of) {
      if (!isFirst) return offload.run(name, input, of)
      isFirst = false
      return hung.promise
    },
  }
  const processes = createProcesses(service().deps.db, hangsOnce)
  const waiting = processes.get(tenant.id, definitionId)
  const alike = processes.get(tenant.id, definitionId)
  await expect.poll(() => isFirst).toBe(false)

  const found = await inTransaction(service().deps.db, (tx) =>
    processes.get(tenant.id, definitionId, tx),
  )

  expect(found.nodes.size).toBeGreaterThan(0)
  expect(processes.kept(tenant.id, definitionId)).toBe(found)
  hung.reject(new Error('the thread is gone'))
  await expect(Promise.all([waiting, alike])).rejects.toThrow('the thread is gone')
  // What failed is not kept, nor does it take away what another has read.
  expect(await processes.get(tenant.id, definitionId)).toBe(found)
  await offload.close()
})

it('under the lock of an approval no process is read', async () => {
  const { tenant, instance } = await startOne()
  const { db, now } = service().deps
  const processes = createProcesses(db, service().deps.offload)
  const target = { tenantId: tenant.id, instanceId: instance.id, rootId: null }
  const lock = () => inTransaction(db, (tx) => lockSnapshot(tx, target, { processes, now }))
  const { definitionId } = instance
  expect(await lock()).toEqual({ kind: 'processNeeded', definitionId })
  await processes.get(tenant.id, definitionId)
  expect(await lock()).toMatchObject({ kind: 'locked' })
})
