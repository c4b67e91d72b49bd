import { spawn } from 'node:child_process'
import { programArguments } from '@countersign/test-kit/programs'
import { uuidv7 } from 'uuidv7'
import { expect, it, onTestFinished } from 'vitest'
import { instancesPath, readInstance, start } from '../../testing/approvals.testing.ts'
import { inARow } from '../../testing/processes.ts'
import { createTenant, publish, useService } from '../../testing/service.testing.ts'
import type { SignalView } from './schema.ts'

const service = useService()
const program = new URL('fixtures/signal-process.ts', import.meta.url)
const approvals = 150

it('loses and doubles no signal when processes are killed at random', async () => {
  const tenant = await createTenant(service())
  tenant.add('admin')
  const hears = (id: string) => ({
    id,
    xml: `<intermediateCatchEvent id="${id}"><signalEventDefinition signalRef="N"/></intermediateCatchEvent>`,
  })
  const xml = inARow('waits', [hears('c'), hears('d')])
  const signal = '<signal id="N" name="news" approval:scope="tenant"/>'
  await publish(service(), tenant.id, xml.replace('<process', `${signal}<process`))
  const instances = await Promise.all(Array.from({ length: approvals }, () => start(tenant)))
  const admin = tenant.as('admin', ['bpm:signal:write'])
  const path = '/api/bpm/v1/signals'
  const tell = async () =>
    (await admin.post<SignalView>(path, { name: 'news' }, { 'idempotency-key': uuidv7() })).body
  const read = async ({ id }: SignalView) => (await admin.get<SignalView>(`${path}/${id}`)).body
  const run = () => {
    const child = spawn(process.execPath, [...programArguments(program), service().url, '1'])
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  // Whoever hears the first one comes to wait again, and is not to hear it once more.
  const first = await tell()
  const heard = async () => (await read(first)).approvals.heard

  for (let round = 0, last = 0; round < 3 && last < approvals; round++) {
    const children = [run(), run()]
    // As soon as they get somewhere, they die in the middle of something.
    await expect.poll(heard, { timeout: 60_000, interval: 5 }).toBeGreaterThan(last)
    last = await heard()
    for (const child of children) child.kill('SIGKILL')
  }
  run()
  await expect.poll(async () => (await read(first)).status, { timeout: 60_000 }).toBe('ENDED')
  expect((await read(first)).approvals).toEqual({ waiting: 0, heard: approvals, missed: 0 })
  for (const instance of instances) {
    expect((await readInstance(tenant, instance)).currentNodes.map(({ id }) => id)).toEqual(['d'])
  }

  const second = await tell()
  await expect.poll(async () => (await read(second)).status, { timeout: 60_000 }).toBe('ENDED')
  for (const instance of instances) {
    expect((await readInstance(tenant, instance)).status).toBe('APPROVED')
    const { body } = await tenant
      .as('employee')
      .get<{ items: { action: string }[] }>(`${instancesPath}/${instance.id}/timeline`)
    expect(body.items.map(({ action }) => action).toSorted()).toEqual(['signal', 'signal', 'start'])
  }
}, 300_000)
