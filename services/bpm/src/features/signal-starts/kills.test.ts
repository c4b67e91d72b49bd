import { spawn } from 'node:child_process'
import { programArguments } from '@countersign/test-kit/programs'
import { uuidv7 } from 'uuidv7'
import { expect, it, onTestFinished } from 'vitest'
import {
  amountOf,
  publishAs,
  signalledProcess,
  startedIn,
} from '../../testing/schedules.testing.ts'
import { createTenant, useService } from '../../testing/service.testing.ts'
import type { SignalView } from '../signals/schema.ts'

const service = useService()
const program = new URL('fixtures/signal-start-process.ts', import.meta.url)
const signals = 30

it('loses and doubles no start by a signal when processes are killed at random', async () => {
  const tenant = await createTenant(service())
  tenant.add('admin')
  const start = `initiator="${tenant.person('employee').id}" bizId="signalId"`
  const step = '<manualTask id="m"/>'
  const values = amountOf('1')
  for (const key of ['one', 'two']) {
    await publishAs(tenant, signalledProcess({ key, start, step, values }))
  }
  const admin = tenant.as('admin', ['bpm:signal:write'])
  const path = '/api/bpm/v1/signals'
  const thrown = await Promise.all(
    Array.from({ length: signals }, () =>
      admin.post<SignalView>(path, { name: 'news' }, { 'idempotency-key': uuidv7() }),
    ),
  )
  const run = () => {
    const child = spawn(process.execPath, [...programArguments(program), service().url, '1'])
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  const made = async () => (await startedIn(service(), tenant)).length

  for (let round = 0, last = 0; round < 3 && last < signals * 2; round++) {
    const children = [run(), run()]
    // As soon as they get somewhere, they die in the middle of something.
    await expect.poll(made, { timeout: 60_000, interval: 5 }).toBeGreaterThan(last)
    last = await made()
    for (const child of children) child.kill('SIGKILL')
  }
  run()
  const statuses = async () => {
    const read = thrown.map(({ body }) => admin.get<SignalView>(`${path}/${body.id}`))
    return new Set((await Promise.all(read)).map(({ body }) => body.status))
  }
  await expect.poll(statuses, { timeout: 60_000 }).toEqual(new Set(['ENDED']))

  const numbers = (await startedIn(service(), tenant)).map(({ bizId }) => bizId)
  const twice = thrown.flatMap(({ body }) => [body.id, body.id])
  expect(numbers.toSorted()).toEqual(twice.toSorted())
}, 300_000)
