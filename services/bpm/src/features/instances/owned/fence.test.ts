import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, it } from 'vitest'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import { instancesPath, ownedPath, startBody } from '../../../testing/approvals.testing.ts'
import { expenseProcess } from '../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
})

const fence = (idempotencyKey: string, client = tenant.application) =>
  client.post('/internal/v1/bpm/start-keys/fence', {
    initiator: tenant.person('employee').id,
    idempotencyKey,
  })
const startWith = (idempotencyKey: string) =>
  tenant.as('employee').post<InstanceView>(instancesPath, startBody({ idempotencyKey }))
const lookUp = (idempotencyKey: string, client = tenant.application) =>
  client.get<{ items: InstanceView[] }>(
    `${ownedPath}?initiator=${tenant.person('employee').id}&idempotencyKey=${idempotencyKey}`,
  )

it('[BPM-10] gives the instance that a key has started', async () => {
  const key = uuidv7()
  const started = await startWith(key)

  const { status, body } = await fence(key)

  expect(status).toBe(200)
  expect(body).toMatchObject({ fenced: false, id: started.body.id, status: 'RUNNING' })
  expect((await lookUp(key)).body.items.map(({ id }) => id)).toEqual([started.body.id])
})

it('[BPM-10] closes a key that has started nothing, for good', async () => {
  const key = uuidv7()

  expect((await lookUp(key)).body.items).toEqual([])
  const first = await fence(key)
  const second = await fence(key)
  const late = await startWith(key)

  expect([first.body, second.body]).toEqual([{ fenced: true }, { fenced: true }])
  expect([late.status, late.body]).toMatchObject([409, { code: 'bpm.key_fenced' }])
  expect((await lookUp(key)).body.items).toEqual([])
})

it('[BPM-10] agrees with a start that comes at the same moment, 60 times', async () => {
  for (let round = 0; round < 60; round++) {
    const key = uuidv7()
    const [started, fenced] = await Promise.all([startWith(key), fence(key)])
    if (fenced.body['fenced'] === true) {
      expect(started.body).toMatchObject({ code: 'bpm.key_fenced' })
    } else {
      expect(started.status).toBe(201)
      expect(fenced.body['id']).toBe(started.body.id)
    }
  }
})

it('closes keys of one initiator in one tenant only', async () => {
  const key = uuidv7()
  await fence(key)
  const elsewhere = await createTenant(service())
  await publish(service(), elsewhere.id, expenseProcess)

  const other = await tenant.as('finance1').post(instancesPath, startBody({ idempotencyKey: key }))
  const foreign = await elsewhere
    .as('employee')
    .post(instancesPath, startBody({ idempotencyKey: key }))

  expect([other.status, foreign.status]).toEqual([201, 201])
})

it('shows an application nothing of the approvals of another', async () => {
  const key = uuidv7()
  const started = await startWith(key)
  const other = tenant.service('other-app')

  expect((await fence(key, other)).body).toEqual({ fenced: true })
  expect((await lookUp(key, other)).body.items).toEqual([])
  expect((await other.get(`${ownedPath}/${started.body.id}`)).status).toBe(404)
  expect((await tenant.application.get(`${ownedPath}/${started.body.id}`)).body).toMatchObject({
    id: started.body.id,
  })
})

it('finds what was started for a document, newest first', async () => {
  const bizId = 'E-77'
  const ids: string[] = []
  for (let count = 0; count < 3; count++) {
    const reply = await tenant
      .as('employee')
      .post<InstanceView>(instancesPath, startBody({ bizId }))
    ids.unshift(reply.body.id)
  }
  const path = `${ownedPath}?bizType=expense&bizId=${bizId}&limit=2`

  const first = await tenant.application.get<{ items: InstanceView[]; nextCursor: string }>(path)
  const rest = await tenant.application.get<{ items: InstanceView[]; nextCursor: null }>(
    `${path}&cursor=${first.body.nextCursor}`,
  )

  expect([...first.body.items, ...rest.body.items].map(({ id }) => id)).toEqual(ids)
  expect(rest.body.nextCursor).toBeNull()
  expect((await tenant.application.get(ownedPath)).status).toBe(400)
})
