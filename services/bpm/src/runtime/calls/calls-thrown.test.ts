import { beforeEach, describe, expect, it } from 'vitest'
import { fireDueTimers } from '../../features/timers/worker.ts'
import {
  act,
  eventsOf,
  instancesPath,
  readInstance,
  start,
  taskOf,
  tasksPath,
} from '../../testing/approvals.testing.ts'
import { inARow, process, toManager, toUser, userTask } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import type { InstanceView } from '../views/instance-view.ts'

const service = useService()
let tenant: TestTenant

const error = '<errorEventDefinition/>'
const escalation = '<escalationEventDefinition/>'
const step = (id: string, who: string) => userTask(id, { candidates: toUser(who) })
const border = (id: string, definition: string, more = '') =>
  `<boundaryEvent id="${id}" attachedToRef="call" ${more}>${definition}</boundaryEvent>`
const beside = 'cancelActivity="false"'
const callTo = (key: string, rules = '') =>
  `<callActivity id="call" calledElement="${key}"><extensionElements><approval:call inheritVariables="true">${rules}</approval:call></extensionElements></callActivity>`

/** Somebody decides, and what is drawn behind that is thrown; then somebody else is asked where it goes on. */
const throwing = (key: string, event: string, goesOn = true) =>
  process(
    key,
    `<startEvent id="start"/>${step('look', 'finance1')}${event}${goesOn ? `${step('again', 'finance2')}<endEvent id="end"/>` : ''}`,
    ['start look', 'look thrown', ...(goesOn ? ['thrown again', 'again end'] : [])],
  )
const failing = (key: string) => throwing(key, `<endEvent id="thrown">${error}</endEvent>`, false)
const telling = (key: string) =>
  throwing(key, `<intermediateThrowEvent id="thrown">${escalation}</intermediateThrowEvent>`)

/** The manager, a call with an event on its border, which leads to `handle`, and behind the call `last`. */
const calling = (key: string, called: string, event: string) =>
  process(
    key,
    `<startEvent id="start"/>${userTask('first', { candidates: toManager })}${callTo(called)}${event}
    ${step('handle', 'manager')}${step('last', 'manager')}<endEvent id="end"/>`,
    ['start first', 'first call', 'call last', 'last end', 'caught handle', 'handle end'],
  )

beforeEach(async () => {
  tenant = await createTenant(service())
  tenant.add('admin')
})

async function underWay(
  definitionId: string,
): Promise<{ instance: InstanceView; called: { id: string } }> {
  const instance = await start(tenant, { definitionId })
  expect(await act(tenant, 'manager', instance, 'approve')).toMatchObject({ status: 200 })
  const [called] = await calledBy(instance)
  if (called === undefined) throw new Error('nothing was called')
  return { instance, called }
}

async function calledBy({ id }: { id: string }): Promise<{ id: string; status: string }[]> {
  const url = `${instancesPath}/${id}/called?limit=200`
  const { body } = await tenant.as('employee').get<{ items: { id: string; status: string }[] }>(url)
  return body.items
}

const nodesOf = async (instance: { id: string }) =>
  (await readInstance(tenant, instance)).currentNodes.map(({ id }) => id).toSorted()
const statusOf = async (instance: { id: string }) => (await readInstance(tenant, instance)).status

async function timelineOf({ id }: { id: string }) {
  const { body } = await tenant
    .as('employee')
    .get<{ items: { action: string; details: object }[] }>(
      `${instancesPath}/${id}/timeline?limit=200`,
    )
  return body.items
}

describe('[BPM-08] an error that a called approval ends with', () => {
  it('goes over the border of the call, once, in the transaction of the decision that led to it', async () => {
    await publish(service(), tenant.id, failing('fails'))
    const definitionId = await publish(
      service(),
      tenant.id,
      calling('caller', 'fails', border('caught', error)),
    )
    const { instance, called } = await underWay(definitionId)

    expect(await act(tenant, 'finance1', called, 'approve')).toMatchObject({ status: 200 })

    expect(await statusOf(called)).toBe('REJECTED')
    expect(await nodesOf(instance)).toEqual(['handle'])
    const ends = (await timelineOf(instance)).filter(({ action }) => action === 'callEnded')
    expect(ends).toMatchObject([
      { details: { node: 'call', instanceId: called.id, result: 'rejected', error: '' } },
    ])
    const told = (await eventsOf(service(), instance)).map(({ type, task }) => [type, task?.nodeId])
    expect(told.filter(([, node]) => node === 'handle')).toEqual([['task.created', 'handle']])
    await act(tenant, 'manager', instance, 'approve')
    expect(await statusOf(instance)).toBe('APPROVED')
  })

  it('goes up through calls that do not catch it', async () => {
    await publish(service(), tenant.id, failing('fails'))
    const middle = { id: 'call', xml: callTo('fails') }
    await publish(service(), tenant.id, inARow('middle', [middle]))
    const definitionId = await publish(
      service(),
      tenant.id,
      calling('caller', 'middle', border('caught', error)),
    )
    const { instance, called } = await underWay(definitionId)
    const [inner] = await calledBy(called)

    await act(tenant, 'finance1', inner ?? called, 'approve')

    expect([await statusOf(inner ?? called), await statusOf(called)]).toEqual([
      'REJECTED',
      'REJECTED',
    ])
    expect(await nodesOf(instance)).toEqual(['handle'])
  })

  it('rejects the caller where nothing catches it', async () => {
    await publish(service(), tenant.id, failing('fails'))
    const definitionId = await publish(
      service(),
      tenant.id,
      calling('caller', 'fails', border('caught', escalation)),
    )
    const { instance, called } = await underWay(definitionId)
    await act(tenant, 'finance1', called, 'approve')
    expect(await statusOf(instance)).toBe('REJECTED')
  })

  it('is caught, too, as the call is reached, and stops after so many turns where nobody is asked', async () => {
    const atOnce = process(
      'fails',
      `<startEvent id="start"/><endEvent id="thrown">${error}</endEvent>`,
      ['start thrown'],
    )
    await publish(service(), tenant.id, atOnce)
    const definitionId = await publish(
      service(),
      tenant.id,
      calling('caller', 'fails', border('caught', error)),
    )
    const { instance } = await underWay(definitionId)
    expect(await nodesOf(instance)).toEqual(['handle'])

    const round = process(
      'round',
      `<startEvent id="start"/>${userTask('first', { candidates: toManager })}${callTo('fails')}${border('caught', error)}<endEvent id="end"/>`,
      ['start first', 'first call', 'call end', 'caught call'],
    )
    const roundId = await publish(service(), tenant.id, round)
    const endless = await start(tenant, { definitionId: roundId })
    const { status, body } = await act(tenant, 'manager', endless, 'approve')
    expect([status, body['code']]).toEqual([422, 'bpm.process_stuck'])
    expect(await nodesOf(endless)).toEqual(['first'])
  }, 300_000)
})

describe('[BPM-08] an escalation of a called approval', () => {
  it('goes on beside the call, which goes on as well', async () => {
    await publish(service(), tenant.id, telling('tells'))
    const definitionId = await publish(
      service(),
      tenant.id,
      calling('caller', 'tells', border('caught', escalation, beside)),
    )
    const { instance, called } = await underWay(definitionId)

    expect(await act(tenant, 'finance1', called, 'approve')).toMatchObject({ status: 200 })

    expect(await nodesOf(instance)).toEqual(['call', 'handle'])
    expect(await nodesOf(called)).toEqual(['again'])
    expect(await timelineOf(instance)).toContainEqual(
      expect.objectContaining({
        action: 'callEscalated',
        details: expect.objectContaining({ node: 'call', instanceId: called.id, code: '' }),
      }),
    )
    await act(tenant, 'finance2', called, 'approve')
    expect(await nodesOf(instance)).toEqual(['handle', 'last'])
  })

  it('ends the call with all that it leads to in the same step', async () => {
    await publish(service(), tenant.id, telling('tells'))
    const definitionId = await publish(
      service(),
      tenant.id,
      calling('caller', 'tells', border('caught', escalation)),
    )
    const { instance, called } = await underWay(definitionId)

    expect(await act(tenant, 'finance1', called, 'approve')).toMatchObject({ status: 200 })

    expect(await nodesOf(instance)).toEqual(['handle'])
    expect(await statusOf(called)).toBe('TERMINATED')
    const inbox = await tenant.as('finance2').get<{ items: unknown[] }>(tasksPath)
    expect(inbox.body.items).toEqual([])
  })

  it('ends the call though the called approval ends by it', async () => {
    const ends = throwing('tells', `<endEvent id="thrown">${escalation}</endEvent>`, false)
    await publish(service(), tenant.id, ends)
    const definitionId = await publish(
      service(),
      tenant.id,
      calling('caller', 'tells', border('caught', escalation)),
    )
    const { instance, called } = await underWay(definitionId)
    expect(await act(tenant, 'finance1', called, 'approve')).toMatchObject({ status: 200 })
    expect(await nodesOf(instance)).toEqual(['handle'])
    expect(await statusOf(called)).toBe('APPROVED')
  })

  it('goes up through calls, and leaves no trace where nothing catches it', async () => {
    await publish(service(), tenant.id, telling('tells'))
    await publish(service(), tenant.id, inARow('middle', [{ id: 'call', xml: callTo('tells') }]))
    const definitionId = await publish(
      service(),
      tenant.id,
      calling('caller', 'middle', border('caught', escalation, beside)),
    )
    const { instance, called: middle } = await underWay(definitionId)
    const [inner] = await calledBy(middle)

    await act(tenant, 'finance1', inner ?? middle, 'approve')

    expect(await nodesOf(instance)).toEqual(['call', 'handle'])
    const passed = (await timelineOf(middle)).filter(({ action }) => action === 'callEscalated')
    expect(passed).toEqual([])
  })

  it('is refused where one step would throw it more often than anybody meant', async () => {
    const repeated = (id: string, most: number, inside: string, ways: readonly string[]) => {
      const flows = ways.map((way) => {
        const [from, to] = way.split(' ')
        return `<sequenceFlow id="${from}_${to}" sourceRef="${from}" targetRef="${to}"/>`
      })
      return `<subProcess id="${id}"><startEvent id="${id}s"/>${inside}<endEvent id="${id}e"/>${flows.join('')}<standardLoopCharacteristics loopMaximum="${most}"/></subProcess>`
    }
    const thrown = `<intermediateThrowEvent id="thrown">${escalation}</intermediateThrowEvent>`
    const inner = repeated('inner', 10, thrown, ['inners thrown', 'thrown innere'])
    const outer = repeated('outer', 100, inner, ['outers inner', 'inner outere'])
    const tells = process(
      'tells',
      `<startEvent id="start"/>${step('look', 'finance1')}${outer}<endEvent id="end"/>`,
      ['start look', 'look outer', 'outer end'],
    )
    await publish(service(), tenant.id, tells)
    const definitionId = await publish(
      service(),
      tenant.id,
      calling('caller', 'tells', border('caught', escalation, beside)).replace(
        step('handle', 'manager'),
        '<manualTask id="handle"/>',
      ),
    )
    const { instance, called } = await underWay(definitionId)
    const { status, body } = await act(tenant, 'finance1', called, 'approve')
    expect([status, body['code'], body['names']]).toEqual([422, 'bpm.process_stuck', ['call']])
    expect([await nodesOf(instance), await nodesOf(called)]).toEqual([['call'], ['look']])
  }, 120_000)

  it('keeps the decision that led to it from being taken back once a caller has gone on by it', async () => {
    await publish(service(), tenant.id, telling('tells'))
    await publish(service(), tenant.id, inARow('middle', [{ id: 'call', xml: callTo('tells') }]))
    const takeBack = async (caught: string) => {
      const key = `caller-${caught.length}`
      const definitionId = await publish(service(), tenant.id, calling(key, 'middle', caught))
      const instance = await start(tenant, { definitionId })
      await act(tenant, 'manager', instance, 'approve')
      const [middle] = await calledBy(instance)
      const [inner] = await calledBy(middle ?? instance)
      const taskNo = await taskOf(tenant, 'finance1', inner ?? instance)
      await tenant.as('finance1').post(`${tasksPath}/${taskNo}/approve`, {})
      return tenant.as('finance1').post(`${tasksPath}/${taskNo}/take-back`, {})
    }
    expect(await takeBack(border('caught', escalation, beside))).toMatchObject({
      status: 409,
      body: { code: 'bpm.decided_since', names: ['thrown'] },
    })
    const other = border(
      'caught',
      '<timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition>',
    )
    expect(await takeBack(other)).toMatchObject({ status: 200 })
  })
})

describe('[BPM-21] what is thrown in a called approval', () => {
  const meanwhile: Readonly<Record<string, (instance: InstanceView) => Promise<unknown>>> = {
    withdraw: ({ id }) => tenant.as('employee').post(`${instancesPath}/${id}/withdraw`),
    jump: ({ id }) =>
      tenant
        .as('admin', ['bpm:instance:admin'])
        .post(`${instancesPath}/${id}/jump`, { reason: 'x', to: 'last', force: true }),
    time: async () => {
      const now = () => new Date(Date.now() + 2 * 3_600_000)
      while ((await fireDueTimers({ ...service().deps, now })) > 0);
    },
  }

  it.each(Object.keys(meanwhile))(
    'has one winner when there is %s at the same moment',
    async (what) => {
      const late = `<boundaryEvent id="late" attachedToRef="call"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>`
      await publish(service(), tenant.id, failing('fails'))
      const caller = calling('caller', 'fails', border('caught', error) + late).replace(
        '</process>',
        '<sequenceFlow id="l" sourceRef="late" targetRef="last"/></process>',
      )
      const definitionId = await publish(service(), tenant.id, caller)
      for (let round = 0; round < 6; round++) {
        const { instance, called } = await underWay(definitionId)
        const taskNo = await taskOf(tenant, 'finance1', called)
        const [decided] = await Promise.all([
          tenant.as('finance1').post(`${tasksPath}/${taskNo}/approve`, {}),
          meanwhile[what]?.(instance),
        ])
        const caught = (await timelineOf(instance)).filter(({ action }) => action === 'callEnded')
        expect(caught).toHaveLength(decided.status === 200 ? 1 : 0)
        expect([200, 409]).toContain(decided.status)
        expect(await statusOf(called)).not.toBe('RUNNING')
        const nodes = await nodesOf(instance)
        if (what === 'withdraw')
          expect([await statusOf(instance), nodes]).toEqual(['WITHDRAWN', []])
        else if (what === 'jump') expect(nodes).toEqual(['last'])
        else expect(nodes).toEqual([decided.status === 200 ? 'handle' : 'last'])
      }
    },
  )
})
