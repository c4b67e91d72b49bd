import { afterEach, expect, it } from 'vitest'
import { inARow, userTask } from '../testing/processes.ts'
import { write } from '../testing/adversarial.testing.ts'
import { createOffload, type Offload } from './offload.ts'

const candidates = '<approval:candidate kind="user" ref="manager"/>'
const small = inARow('travel', [{ id: 'manager', xml: userTask('manager', { candidates }) }])
const large = write({ kind: 'conditions', share: 1, seed: 2 })
const look = (bpmnXml: string) => ({ content: { bpmnXml }, variables: [], key: 'travel' })
const sent = (bpmnXml: string, tenantId = 'a') => ({ tenantId, length: bpmnXml.length })

let offload: Offload
afterEach(() => offload.close())

it('gives the same in the thread as here', async () => {
  offload = createOffload({ surelyCheap: 0 })
  const here = createOffload()
  const inThread = await offload.run('look', look(small), sent(small))
  expect(JSON.stringify(inThread)).toBe(
    JSON.stringify(await here.run('look', look(small), sent(small))),
  )
  expect(inThread.read.process?.nodes.get('manager')?.kind).toBe('userTask')
})

it('sends conditions that can be evaluated', async () => {
  offload = createOffload({ surelyCheap: 0 })
  const flows = `<sequenceFlow id="f" sourceRef="a" targetRef="b"><conditionExpression>amount + 1 &gt; 2</conditionExpression></sequenceFlow>`
  const bpmnXml = small.replace('</process>', `${flows}</process>`)
  const { process } = await offload.run('read', { bpmnXml, readsForeign: false }, sent(bpmnXml))
  const evaluate = (amount: number) =>
    process?.flows
      .get('f')
      ?.condition?.evaluate({ variables: { amount }, initiator: 'x', outcomes: new Map() })
  expect([evaluate(1), evaluate(2)]).toEqual([false, true])
})

it('ends what takes too long, says so, and goes on with the next', async () => {
  offload = createOffload({ deadlineMs: 1, surelyCheap: small.length + 1 })
  await expect(offload.run('look', look(large), sent(large))).rejects.toMatchObject({
    code: 'bpm.definition_too_costly',
  })
  expect((await offload.run('look', look(small), sent(small))).read.isBpmn).toBe(true)
})

it('has memory for a process as large as one may be', async () => {
  offload = createOffload({ surelyCheap: 0 })
  // With the ways between them a thousand elements.
  const steps = Array.from({ length: 490 }, (_, at) => ({
    id: `step${at}`,
    xml: userTask(`step${at}`, { candidates }),
  }))
  const bpmnXml = inARow('long', steps)
  const { process } = await offload.run('read', { bpmnXml, readsForeign: false }, sent(bpmnXml))
  expect(process?.nodes.size).toBe(492)
})

it('ends what takes too much memory, says so, and goes on with the next', async () => {
  const memory = { maxOldGenerationSizeMb: 12, maxYoungGenerationSizeMb: 2 }
  offload = createOffload({ memory, surelyCheap: small.length + 1 })
  await expect(offload.run('look', look(large), sent(large))).rejects.toMatchObject({
    code: 'bpm.definition_too_costly',
  })
  expect((await offload.run('look', look(small), sent(small))).read.isBpmn).toBe(true)
})

it('refuses nothing that is published, however much is wanted at once, and blames no document for a slow machine', async () => {
  offload = createOffload({ surelyCheap: 0 })
  const document = { bpmnXml: small, readsForeign: false }
  const read = () => offload.run('read', document, { ...sent(small), isPublished: true })
  const all = await Promise.all(Array.from({ length: 100 }, read))
  expect(all.filter(({ process }) => process !== undefined)).toHaveLength(100)
  await offload.close()

  offload = createOffload({ deadlineMs: 1, surelyCheap: 0 })
  const late = offload.run(
    'read',
    { bpmnXml: large, readsForeign: false },
    { ...sent(large), isPublished: true },
  )
  await expect(late).rejects.toMatchObject({ code: 'bpm.unavailable' })
})

it('refuses what one tenant sends too much of, and takes that of another in between', async () => {
  offload = createOffload({ surelyCheap: 0 })
  const ended: string[] = []
  const ask = (tenantId: string) =>
    offload.run('look', look(small), sent(small, tenantId)).then(() => void ended.push(tenantId))
  const many = Promise.allSettled(Array.from({ length: 30 }, () => ask('a')))
  await ask('b')
  const before = ended.length
  const codes = (await many).flatMap((one) =>
    one.status === 'rejected' ? [(one.reason as { code: string }).code] : [],
  )
  expect(before).toBeLessThan(5)
  expect(codes).toEqual(Array.from({ length: 13 }, () => 'bpm.unavailable'))
})
