import { contentHash } from '@countersign/service-kit/content-hash'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { instancesPath, startBody } from '../../../testing/approvals.testing.ts'
import { startBpmProcess, type BpmProcess } from '../../../testing/bpm-process.ts'
import { expenseProcess } from '../../../testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'

const permits = 40
const killsAfter = new Set([8, 9, 30, 55])
const service = useService()
let tenant: TestTenant
let bpm: BpmProcess

beforeAll(async () => {
  tenant = await createTenant(service())
  const declared = { ...bizTypeBody, start: 'permit' }
  await tenant.application.post('/internal/v1/bpm/biz-types', declared)
  await publish(service(), tenant.id, expenseProcess)
  bpm = startBpmProcess(service())
})
afterAll(() => bpm.stop())

type Start = ReturnType<typeof startBody> & { readonly permit: string }

async function makePermitted(): Promise<Start> {
  const { idempotencyKey, ...content } = startBody()
  const { body } = await tenant.application.post<{ permit: string }>(
    '/internal/v1/bpm/start-permits',
    {
      initiator: tenant.person('employee').id,
      bizType: content.bizType,
      bizId: content.bizId,
      contentHash: contentHash(content).toString('base64url'),
      expiresInSeconds: 600,
    },
  )
  return { ...content, idempotencyKey, permit: body.permit }
}

let token: string

/** Sends a start until the process that runs then answers it. */
async function sendUntilAnswered(start: Start): Promise<{ status: number; id: string }> {
  for (;;) {
    const address = await bpm.address()
    try {
      const response = await fetch(address + instancesPath, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(start),
      })
      const { id } = (await response.json()) as { id: string }
      // Not now, says who has just started and knows no keys or people yet.
      if (response.status !== 503) return { status: response.status, id }
    } catch {
      // It was killed before it had answered, or before it was asked.
    }
  }
}

it('makes one start with each permit, also when it is killed while two carry it', async () => {
  const whose = { sub: tenant.person('employee').id, tenantId: tenant.id }
  token = service().issuer.userToken({ ...whose, permissions: ['expense:start'] })
  const starts = await Promise.all(Array.from({ length: permits }, makePermitted))
  let answered = 0
  const send = async (start: Start) => {
    const answer = await sendUntilAnswered(start)
    answered += 1
    if (killsAfter.has(answered)) bpm.restart()
    return answer
  }

  const pairs = await Promise.all(
    starts.map((start) => Promise.all([send(start), send({ ...start, idempotencyKey: uuidv7() })])),
  )

  const { db } = service().deps
  const list = (table: 'process_instances' | 'start_permits', id: 'id' | 'instance_id') =>
    db.selectFrom(table).where('tenant_id', '=', tenant.id).select(`${id} as id`).execute()
  const started = (await list('process_instances', 'id')).map(({ id }) => id).toSorted()
  const used = (await list('start_permits', 'instance_id')).map(({ id }) => id).toSorted()
  const told = pairs.flat().filter(({ status }) => status < 300)
  expect(started).toHaveLength(permits)
  expect(used).toEqual(started)
  expect(told.map(({ id }) => id).toSorted()).toEqual(started)
  expect(pairs.map(([a, b]) => [a.status, b.status].toSorted()[1])).toEqual(
    Array(permits).fill(409),
  )
})
