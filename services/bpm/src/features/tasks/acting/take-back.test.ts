import { beforeEach, describe, expect, it } from 'vitest'
import {
  act,
  eventsOf,
  ownedPath,
  readInstance,
  start,
  taskOf,
  tasksPath,
} from '../../../testing/approvals.testing.ts'
import {
  byAll,
  inARow,
  parallelProcess,
  toManager,
  toRole,
  toUser,
  userTask,
} from '../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type Reply,
  type TestTenant,
} from '../../../testing/service.testing.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
})

const row = (id: string, candidates: string, more = '') => ({
  id,
  xml: userTask(id, { candidates, more }),
})
const publishRow = (...nodes: readonly { id: string; xml: string }[]) =>
  publish(service(), tenant.id, inARow('row', nodes))

/** Decides and answers the number of the task that was decided. */
async function decide(
  username: string,
  instance: { id: string },
  action: 'approve' | 'reject' = 'approve',
): Promise<string> {
  const taskNo = await taskOf(tenant, username, instance)
  const { status } = await tenant.as(username).post(`${tasksPath}/${taskNo}/${action}`)
  expect(status).toBe(200)
  return taskNo
}
const takeBack = (username: string, taskNo: string): Promise<Reply> =>
  tenant.as(username).post(`${tasksPath}/${taskNo}/take-back`, { comment: 'a mistake' })
const todo = async (username: string) =>
  (await tenant.as(username).get<{ items: { node: { id: string } }[] }>(tasksPath)).body.items.map(
    ({ node }) => node.id,
  )

describe('a decision', () => {
  it('that is taken back is none that others were spared by', async () => {
    await publishRow(
      row('a', toRole('finance'), '<approval:decision mode="any"/>'),
      row('b', toManager),
    )
    const instance = await start(tenant)
    const spared = await taskOf(tenant, 'finance2', instance)
    const late = () => tenant.as('finance2').post(`${tasksPath}/${spared}/approve`, {})
    const decided = await decide('finance1', instance)
    expect(await late()).toMatchObject({ status: 409, body: { decision: { taskNo: decided } } })
    expect(await takeBack('finance1', decided)).toMatchObject({ status: 200 })

    const { status, body } = await late()
    expect([status, body['decision']]).toEqual([409, undefined])
  })

  it('is not taken back once a message came that was waited for after it', async () => {
    await publishRow(
      row('a', toManager),
      { id: 'paid', xml: '<receiveTask id="paid"/>' },
      row('b', toUser('finance1')),
    )
    const instance = await start(tenant)
    const taskNo = await decide('manager', instance)
    const path = `${ownedPath}/${instance.id}/messages`
    expect((await tenant.application.post(path, { message: 'paid' })).status).toBe(200)

    expect(await takeBack('manager', taskNo)).toMatchObject({
      status: 409,
      body: { code: 'bpm.decided_since' },
    })
  })

  it('is not taken back once a message has begun an event sub-process after it', async () => {
    const told = `<subProcess id="told" triggeredByEvent="true">
      <startEvent id="news" isInterrupting="false"><messageEventDefinition/></startEvent>
      ${userTask('read', { candidates: toUser('finance2') })}<endEvent id="told_end"/>
      <sequenceFlow id="t1" sourceRef="news" targetRef="read"/>
      <sequenceFlow id="t2" sourceRef="read" targetRef="told_end"/></subProcess>`
    const run = `<subProcess id="s"><startEvent id="s_start"/>${userTask('b', { candidates: toUser('finance1') })}<endEvent id="s_end"/>
      <sequenceFlow id="s1" sourceRef="s_start" targetRef="b"/>
      <sequenceFlow id="s2" sourceRef="b" targetRef="s_end"/>${told}</subProcess>`
    await publishRow(row('a', toManager), { id: 's', xml: run })
    const instance = await start(tenant)
    const taskNo = await decide('manager', instance)
    const path = `${ownedPath}/${instance.id}/messages`
    expect((await tenant.application.post(path, { message: 'news' })).status).toBe(200)

    expect(await takeBack('manager', taskNo)).toMatchObject({
      status: 409,
      body: { code: 'bpm.decided_since', names: ['news'] },
    })
  })

  it.each([
    ['is taken back though a signal followed that nobody heard', 'b', 200],
    ['is not taken back once something has gone on by a signal that followed', 'a', 409],
  ])('%s', async (_, host, status) => {
    const heard = `<boundaryEvent id="heard" attachedToRef="${host}" cancelActivity="false"><signalEventDefinition signalRef="S"/></boundaryEvent>
      ${userTask('read', { candidates: toUser('finance2') })}<endEvent id="read_end"/>
      <sequenceFlow id="h1" sourceRef="heard" targetRef="read"/>
      <sequenceFlow id="h2" sourceRef="read" targetRef="read_end"/>`
    // `a` is in a sub-process that goes on while the signal is thrown behind it there.
    const throwing =
      '<intermediateThrowEvent id="t"><signalEventDefinition signalRef="S"/></intermediateThrowEvent>'
    const inner = `<subProcess id="a"><startEvent id="a_start"/>${userTask('first', { candidates: toManager })}${throwing}${userTask('second', { candidates: toUser('finance1') })}<endEvent id="a_end"/>
      <sequenceFlow id="a1" sourceRef="a_start" targetRef="first"/><sequenceFlow id="a2" sourceRef="first" targetRef="t"/>
      <sequenceFlow id="a3" sourceRef="t" targetRef="second"/><sequenceFlow id="a4" sourceRef="second" targetRef="a_end"/></subProcess>`
    const drawn = inARow('row', [{ id: 'a', xml: inner + heard }, row('b', toUser('finance1'))])
    await publish(
      service(),
      tenant.id,
      drawn.replace('<process ', '<signal id="S" name="S"/><process '),
    )
    const instance = await start(tenant)
    const taskNo = await decide('manager', instance)

    expect(await takeBack('manager', taskNo)).toMatchObject({ status })
  })

  it('is taken back while nobody has acted on what followed, and made anew', async () => {
    await publishRow(row('a', toManager), row('b', toUser('finance1')))
    const instance = await start(tenant)
    const taskNo = await decide('manager', instance)
    expect(
      (await tenant.as('manager').get(`${tasksPath}/${taskNo}`)).body['allowedActions'],
    ).toEqual(['take-back'])

    const taken = await takeBack('manager', taskNo)

    expect(taken).toMatchObject({ status: 200, body: { status: 'OPEN', node: { id: 'a' } } })
    expect(taken.body['taskNo']).not.toBe(taskNo)
    expect(await readInstance(tenant, instance)).toMatchObject({ currentNodes: [{ id: 'a' }] })
    expect([await todo('manager'), await todo('finance1')]).toEqual([['a'], []])
    await decide('manager', instance)
    await decide('finance1', instance)
    expect((await readInstance(tenant, instance)).status).toBe('APPROVED')
    const told = (await eventsOf(service(), instance)).map(({ type }) => type)
    expect(told.filter((type) => type === 'task.cancelled')).toHaveLength(2)
  })

  it('stays once somebody has acted on it, and names where', async () => {
    await publishRow(
      row('a', toManager),
      row('b', toUser('finance1')),
      row('c', toUser('finance2')),
    )
    const instance = await start(tenant)
    const taskNo = await decide('manager', instance)
    await decide('finance1', instance)

    expect(await takeBack('manager', taskNo)).toMatchObject({
      status: 409,
      body: { code: 'bpm.decided_since', names: ['b'] },
    })
    expect(await readInstance(tenant, instance)).toMatchObject({ currentNodes: [{ id: 'c' }] })
  })

  it('[BPM-14] in one of many at once stays open to that, whatever is done in another', async () => {
    const flow = (from: string, to: string) =>
      `<sequenceFlow id="${from}_${to}" sourceRef="${from}" targetRef="${to}"/>`
    const inside =
      '<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics><startEvent id="ss"/><endEvent id="se"/>' +
      userTask('a', { candidates: toManager }) +
      userTask('b', { candidates: toUser('finance1') }) +
      [flow('ss', 'a'), flow('a', 'b'), flow('b', 'se')].join('')
    await publishRow({ id: 's', xml: `<subProcess id="s">${inside}</subProcess>` })
    const instance = await start(tenant)
    const numbers = async () =>
      (await tenant.as('finance1').get<{ items: { taskNo: string }[] }>(tasksPath)).body.items.map(
        ({ taskNo }) => taskNo,
      )
    const one = await decide('manager', instance)
    const [before] = await numbers()
    const other = await decide('manager', instance)
    const behind = (await numbers()).find((taskNo) => taskNo !== before) ?? ''
    await tenant.as('finance1').post(`${tasksPath}/${behind}/approve`)

    expect(await takeBack('manager', other)).toMatchObject({
      status: 409,
      body: { code: 'bpm.decided_since', names: ['b'] },
    })
    expect((await tenant.as('manager').get(`${tasksPath}/${one}`)).body['allowedActions']).toEqual([
      'take-back',
    ])
    expect(await takeBack('manager', one)).toMatchObject({ status: 200 })
    expect([await todo('manager'), await todo('finance1')]).toEqual([['a'], []])
  })

  it('takes along what it has called, until somebody has decided there', async () => {
    const call = (key: string) => ({
      id: 'call',
      xml: `<callActivity id="call" calledElement="${key}"><extensionElements>
        <approval:call inheritVariables="true"/></extensionElements></callActivity>`,
    })
    const step = row('x', toUser('finance1'))
    await publish(service(), tenant.id, inARow('deepest', [step, row('y', toUser('finance2'))]))
    await publish(service(), tenant.id, inARow('called', [call('deepest')]))
    const nodes = [row('a', toManager), call('called'), row('b', toUser('finance2'))]
    const whole = await publish(service(), tenant.id, inARow('whole', nodes))
    const instance = await start(tenant, { definitionId: whole })
    const taskNo = await decide('manager', instance)
    expect(await todo('finance1')).toEqual(['x'])

    expect(await takeBack('manager', taskNo)).toMatchObject({
      status: 200,
      body: { status: 'OPEN' },
    })
    expect([await todo('manager'), await todo('finance1')]).toEqual([['a'], []])

    const again = await decide('manager', instance)
    const { items } = (await tenant.as('finance1').get<{ items: { taskNo: string }[] }>(tasksPath))
      .body
    await tenant.as('finance1').post(`${tasksPath}/${items[0]?.taskNo ?? ''}/approve`)
    expect(await takeBack('manager', again)).toMatchObject({
      status: 409,
      body: { code: 'bpm.decided_since', names: ['call'] },
    })
  })

  it('stays once the approval has ended with it', async () => {
    await publishRow(row('a', toManager))
    const instance = await start(tenant)
    const taskNo = await decide('manager', instance)
    expect((await takeBack('manager', taskNo)).body['code']).toBe('bpm.instance_not_running')
  })

  it('is nobody else’s to take back, and not where the definition forbids it', async () => {
    const forbid = '<approval:actions forbid="takeBack"/>'
    await publishRow(row('a', toManager, forbid), row('b', toUser('finance1')))
    const instance = await start(tenant)
    const taskNo = await decide('manager', instance)
    expect((await takeBack('finance1', taskNo)).status).toBe(404)
    expect((await takeBack('manager', taskNo)).body['code']).toBe('bpm.action_forbidden')
    const { body } = await tenant.as('manager').get(`${tasksPath}/${taskNo}`)
    expect(body['allowedActions']).toEqual([])
  })

  it('in a countersign loses its vote alone, before and after the node is done', async () => {
    await publishRow(row('a', toRole('finance'), byAll), row('b', toManager))
    const instance = await start(tenant)
    const first = await decide('finance1', instance)
    expect((await takeBack('finance1', first)).status).toBe(200)
    expect([await todo('finance1'), await todo('finance2')]).toEqual([['a'], ['a']])

    await decide('finance1', instance)
    const last = await decide('finance2', instance)
    expect(await todo('manager')).toEqual(['b'])
    expect((await takeBack('finance2', last)).status).toBe(200)
    expect([await todo('finance1'), await todo('finance2'), await todo('manager')]).toEqual([
      [],
      ['a'],
      [],
    ])
    await decide('finance2', instance)
    expect(await todo('manager')).toEqual(['b'])
  })

  it('twice leaves the vote of the other group of a quorum as it is', async () => {
    const each = ['finance1', 'finance2'].map(
      (ref) => `<approval:candidate kind="user" ref="${ref}" atLeast="1"/>`,
    )
    await publishRow(
      row('a', each.join(''), '<approval:decision mode="quorum"/>'),
      row('b', toManager),
    )
    const instance = await start(tenant)
    await decide('finance1', instance)
    for (let time = 0; time < 2; time += 1) {
      expect((await takeBack('finance2', await decide('finance2', instance))).status).toBe(200)
      expect([await todo('finance1'), await todo('finance2')]).toEqual([[], ['a']])
    }
    await decide('finance2', instance)
    expect(await todo('manager')).toEqual(['b'])
  })

  it('of one out of several asks the others again who were not needed any more', async () => {
    await publishRow(
      row('a', toRole('finance'), '<approval:decision mode="any"/>'),
      row('b', toManager),
    )
    const instance = await start(tenant)
    const taskNo = await decide('finance1', instance)
    expect(await todo('finance2')).toEqual([])
    expect((await takeBack('finance1', taskNo)).status).toBe(200)
    expect([await todo('finance1'), await todo('finance2')]).toEqual([['a'], ['a']])
  })

  it('in a row makes the next one wait again', async () => {
    await publishRow(row('a', toRole('finance'), '<approval:decision mode="sequential"/>'))
    const instance = await start(tenant)
    const taskNo = await decide('finance1', instance)
    expect((await takeBack('finance1', taskNo)).status).toBe(200)
    expect([await todo('finance1'), await todo('finance2')]).toEqual([['a'], []])
    await decide('finance1', instance)
    await decide('finance2', instance)
    expect((await readInstance(tenant, instance)).status).toBe('APPROVED')
  })

  it('in one branch leaves what is done in the other', async () => {
    const last = userTask('last', { candidates: toManager })
    const xml = parallelProcess
      .replace('<endEvent id="end"/>', `${last}<endEvent id="end"/>`)
      .replace('sourceRef="join" targetRef="end"', 'sourceRef="join" targetRef="last"')
      .replace('</process>', '<sequenceFlow id="f7" sourceRef="last" targetRef="end"/></process>')
    await publish(service(), tenant.id, xml)
    const instance = await start(tenant)
    const left = await decide('finance1', instance)
    await decide('finance2', instance)
    expect(await todo('manager')).toEqual(['last'])

    expect((await takeBack('finance1', left)).status).toBe(200)

    expect([await todo('finance1'), await todo('finance2'), await todo('manager')]).toEqual([
      ['left'],
      [],
      [],
    ])
    await decide('finance1', instance)
    expect(await todo('manager')).toEqual(['last'])
  })

  it('[BPM-21] and the next decision at the same moment never both count', async () => {
    await publishRow(
      row('a', toManager),
      row('b', toUser('finance1')),
      row('c', toUser('finance2')),
    )
    for (let round = 0; round < 15; round++) {
      const instance = await start(tenant)
      const taskNo = await decide('manager', instance)
      const [taken, next] = await Promise.all([
        takeBack('manager', taskNo),
        act(tenant, 'finance1', instance, 'approve').catch(() => ({ status: 404 })),
      ])
      const at = (await readInstance(tenant, instance)).currentNodes.map(({ id }) => id)
      if (taken.status === 200) expect([next.status === 200, at]).toEqual([false, ['a']])
      else expect([taken.status, next.status, at]).toEqual([409, 200, ['c']])
    }
  })
})
