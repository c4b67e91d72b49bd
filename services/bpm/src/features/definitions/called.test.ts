import { beforeEach, describe, expect, it } from 'vitest'
import { inARow, process, toUser, userTask } from '../../testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  useService,
  type Client,
  type TestTenant,
} from '../../testing/service.testing.ts'
import type { DefinitionView } from './schema.ts'

const path = '/api/bpm/v1/definitions'
const service = useService()
let tenant: TestTenant
let author: Client

const task = { id: 'decide', xml: userTask('decide', { candidates: toUser('manager') }) }
const call = (key: string, rules = '') => ({
  id: 'call',
  xml: `<callActivity id="call" calledElement="${key}"><extensionElements>${rules}</extensionElements></callActivity>`,
})

beforeEach(async () => {
  tenant = await createTenant(service())
  author = tenant.as('manager', ['bpm:definition:write'])
  const registered = await tenant.service('legal-app').post('/internal/v1/bpm/biz-types', {
    ...bizTypeBody,
    code: 'legal',
    variables: [
      { name: 'sum', type: 'number', required: true },
      { name: 'note', type: 'string' },
      { name: 'opinion', type: 'string' },
    ],
  })
  expect(registered.status).toBe(201)
})

async function create(bizType: string, key: string, node: { id: string; xml: string }) {
  const bpmnXml = inARow(key, [node, task])
  const { body } = await author.post<DefinitionView>(path, { bizType, key, name: key, bpmnXml })
  return body.id
}

async function publish(id: string): Promise<{ status: number; problems: unknown }> {
  const { status, body } = await author.post(`${path}/${id}/publish`)
  return { status, problems: body['problems'] }
}

const publishLegal = async () => {
  const { id, xml } = task
  const simple = await create('legal', 'legal-review', {
    id: 'first',
    xml: xml.replaceAll(id, 'first'),
  })
  expect(await publish(simple)).toMatchObject({ status: 200 })
}

describe('a call of another process', () => {
  it('is published once the process that it calls is, and names it until then', async () => {
    const id = await create(
      'expense',
      'caller',
      call(
        'legal-review',
        '<approval:call><approval:in source="amount" target="sum"/></approval:call>',
      ),
    )
    expect(await publish(id)).toMatchObject({
      status: 422,
      problems: [{ element: 'call', code: 'called_unknown' }],
    })
    await publishLegal()
    expect(await publish(id)).toMatchObject({ status: 200 })
  })

  it('is refused where it leads back to itself, directly and through others', async () => {
    const self = await create('expense', 'self', call('self'))
    expect(await publish(self)).toMatchObject({
      status: 422,
      problems: [{ element: 'call', code: 'call_circle' }],
    })

    await publishLegal()
    const inherit =
      '<approval:call inheritVariables="true"><approval:in source="1.0" target="sum"/></approval:call>'
    const ping = await create('expense', 'ping', call('legal-review', inherit))
    expect(await publish(ping)).toMatchObject({ status: 200 })
    const back = '<approval:call><approval:in source="sum" target="amount"/></approval:call>'
    const circle = await create('legal', 'legal-review', call('ping', back))
    expect(await publish(circle)).toMatchObject({
      status: 422,
      problems: [{ element: 'call', code: 'call_circle' }],
    })
  })

  it.each([
    ['nothing for what it needs', '', 'variable_missing'],
    [
      'a value of another type',
      '<approval:call><approval:in source="note" target="sum"/></approval:call>',
      'expression_type',
    ],
    [
      'a name that is not declared there',
      '<approval:call><approval:in source="amount" target="sum"/><approval:in source="note" target="memo"/></approval:call>',
      'variable_unknown',
    ],
    [
      'a name back that is not declared here',
      '<approval:call><approval:in source="amount" target="sum"/><approval:out source="opinion" target="memo"/></approval:call>',
      'variable_unknown',
    ],
  ])('is refused when it hands over %s', async (_, rules, code) => {
    await publishLegal()
    const id = await create('expense', 'caller', call('legal-review', rules))
    expect(await publish(id)).toMatchObject({ status: 422, problems: [{ element: 'call', code }] })
  })

  it('reads what Flowable and Camunda say of it, and tells what it read', async () => {
    await publishLegal()
    const xml = inARow('imported', [
      {
        id: 'call',
        xml: `<callActivity id="call" calledElement="legal-review" camunda:asyncBefore="true" camunda:calledElementBinding="latest">
          <extensionElements>
            <camunda:in businessKey="#{execution.processBusinessKey}"/>
            <camunda:in source="amount" target="sum"/>
            <camunda:out sourceExpression="\${opinion}" target="note"/>
          </extensionElements></callActivity>`,
      },
      task,
    ]).replace('<definitions ', '<definitions xmlns:camunda="http://camunda.org/schema/1.0/bpmn" ')
    const content = { bizType: 'expense', key: 'imported', name: 'Imported', bpmnXml: xml }

    const { body } = await author.post<DefinitionView>(path, content)

    expect(await publish(body.id)).toMatchObject({ status: 200 })
    const { body: later } = await author.get<DefinitionView>(`${path}/${body.id}`)
    expect(later.imported).toEqual([
      { element: 'call', name: 'asyncBefore', value: 'true', outcome: 'ignored' },
      { element: 'call', name: 'calledElementBinding', value: 'latest', outcome: 'mapped' },
      { element: 'call', name: 'in', outcome: 'mapped' },
      { element: 'call', name: 'in', outcome: 'mapped' },
      { element: 'call', name: 'out', outcome: 'mapped' },
    ])
    const { body: checked } = await author.post(`${path}/validate`, content)
    expect(checked).toEqual({ problems: [], warnings: [], imported: later.imported })
  })

  describe('with an event on its border', () => {
    const border = (definition: string) =>
      `<boundaryEvent id="caught" attachedToRef="call">${definition}</boundaryEvent><endEvent id="other"/>
       <sequenceFlow id="over" sourceRef="caught" targetRef="other"/>`
    const caller = (key: string, definition: string) => {
      const { id, xml } = call(key, '<approval:call inheritVariables="true"/>')
      return { id, xml: xml + border(definition) }
    }
    const error = (code: string) => `<errorEventDefinition errorRef="${code}"/>`
    const escalation = '<escalationEventDefinition/>'
    const withCodes = (xml: string) =>
      xml.replace(
        '<process',
        '<error id="one" errorCode="one"/><error id="two" errorCode="two"/><process',
      )
    const createWith = async (key: string, xml: string) => {
      const content = { bizType: 'expense', key, name: key, bpmnXml: withCodes(xml) }
      const { body } = await author.post<DefinitionView>(path, content)
      return body.id
    }
    /** Somebody decides, and it ends with an error. */
    const failing = process(
      'fails',
      `<startEvent id="start"/>${task.xml}<endEvent id="end">${error('one')}</endEvent>`,
      ['start decide', 'decide end'],
    )

    it.each([
      ['the error that the called process ends with', error('one'), []],
      ['any error', '<errorEventDefinition/>', []],
      ['an error that it does not end with', error('two'), ['error_not_thrown']],
      ['an escalation that it does not throw', escalation, ['escalation_not_thrown']],
    ])('waits for %s, thrown there or in what that calls', async (_, definition, codes) => {
      expect(await publish(await createWith('fails', failing))).toMatchObject({ status: 200 })
      const middle = inARow('middle', [call('fails', '<approval:call inheritVariables="true"/>')])
      expect(await publish(await createWith('middle', middle))).toMatchObject({ status: 200 })
      for (const called of ['fails', 'middle']) {
        const xml = inARow(`calls-${called}`, [caller(called, definition), task])
        const found = await publish(await createWith(`calls-${called}`, xml))
        if (codes.length === 0) expect(found).toMatchObject({ status: 200 })
        else
          expect(found).toMatchObject({
            problems: codes.map((code) => ({ element: 'caught', code })),
          })
      }
    })

    it('keeps no later version of the called process from being published', async () => {
      expect(await publish(await createWith('fails', failing))).toMatchObject({ status: 200 })
      const xml = inARow('caller', [caller('fails', error('one')), task])
      expect(await publish(await createWith('caller', xml))).toMatchObject({ status: 200 })
      const mended = inARow('fails', [task])
      expect(await publish(await createWith('fails', mended))).toMatchObject({ status: 200 })
    })
  })

  const chosen = (kind: string, more = '') => ({
    id: 'chosen',
    xml: userTask('chosen', { candidates: `<approval:candidate kind="${kind}"/>`, more }),
  })
  const hand = '<approval:call><approval:in source="amount" target="sum"/></approval:call>'

  it.each(['initiatorSelects', 'previousApproverSelects'])(
    'is refused where the called process waits for a choice that nobody can make: %s',
    async (kind) => {
      expect(await publish(await create('legal', 'choosing', chosen(kind)))).toMatchObject({
        status: 200,
      })
      expect(await publish(await create('expense', 'caller', call('choosing', hand)))).toEqual({
        status: 422,
        problems: [
          {
            element: 'call',
            code: 'chooser_missing',
            message:
              'nobody is there to choose people for chosen of choosing: name them otherwise, or say with onEmpty and users who is asked then',
          },
        ],
      })
    },
  )

  it('is published where the called process says who is asked when nobody was chosen', async () => {
    const policy = '<approval:policy onEmpty="users" users="manager"/>'
    const choosing = await create('legal', 'choosing', chosen('initiatorSelects', policy))
    expect(await publish(choosing)).toMatchObject({ status: 200 })
    const caller = await create('expense', 'caller', call('choosing', hand))
    expect(await publish(caller)).toMatchObject({ status: 200 })
  })

  it('keeps what it calls from asking for such a choice later', async () => {
    await publishLegal()
    const caller = await create('expense', 'caller', call('legal-review', hand))
    expect(await publish(caller)).toMatchObject({ status: 200 })
    const later = await create('legal', 'legal-review', chosen('initiatorSelects'))
    expect(await publish(later)).toMatchObject({
      status: 422,
      problems: [{ element: 'chosen', code: 'chooser_missing' }],
    })
  })

  const started: Readonly<Record<string, string>> = {
    'a time':
      '<extensionElements><approval:start initiator="employee"><approval:value name="sum" value="1.0"/></approval:start></extensionElements><timerEventDefinition><timeCycle>R/PT1H</timeCycle></timerEventDefinition>',
    'a message': '<messageEventDefinition messageRef="M"/>',
    'a signal':
      '<extensionElements><approval:start initiator="employee"><approval:value name="sum" value="1.0"/></approval:start></extensionElements><signalEventDefinition signalRef="N"/>',
  }

  it.each(Object.keys(started))(
    'keeps what it calls from beginning by %s alone later, for as long as it calls it',
    async (by) => {
      await publishLegal()
      const caller = await create('expense', 'caller', call('legal-review', hand))
      expect(await publish(caller)).toMatchObject({ status: 200 })
      const draft = async (starts: string, flows: readonly string[]) => {
        const event = `<startEvent id="event">${started[by]}</startEvent>`
        const bpmnXml = process(
          'legal-review',
          `${event}${starts}${task.xml}<endEvent id="end"/>`,
          ['event decide', 'decide end', ...flows],
        ).replace(
          '<process',
          '<message id="M" name="asked"/><signal id="N" name="news" approval:scope="tenant"/><process',
        )
        const content = { bizType: 'legal', key: 'legal-review', name: 'Later', bpmnXml }
        return (await author.post<DefinitionView>(path, content)).body.id
      }
      const later = await draft('', [])
      expect(await publish(later)).toEqual({
        status: 422,
        problems: [
          {
            element: 'event',
            code: 'plain_start_missing',
            message:
              'the process caller calls this one, and it begins by a time, a message or a signal alone: give it a plain start',
          },
        ],
      })
      const both = await draft('<startEvent id="plain"/>', ['plain decide'])
      expect(await publish(both)).toMatchObject({ status: 200 })
      expect((await author.post(`${path}/${caller}/retire`)).status).toBe(200)
      expect(await publish(later)).toMatchObject({ status: 200 })
    },
  )

  const handEach =
    '<approval:call><approval:in source="size(one) + 0.5" target="sum"/></approval:call>'
  const many = (rules: string, loop: string) => {
    const { id, xml } = call('legal-review', rules)
    return { id, xml: xml.replace('</callActivity>', `${loop}</callActivity>`) }
  }
  const loopOf = (inside: string) =>
    `<multiInstanceLoopCharacteristics>${inside}</multiInstanceLoopCharacteristics>`
  const forEach = (value: string, as = 'one') =>
    `<extensionElements><approval:each value="${value}" as="${as}"/></extensionElements>`

  it.each([
    ['for each of a list', handEach, forEach('watchers')],
    ['so many times', hand, '<loopCardinality>3</loopCardinality>'],
    ['as often as a value says', hand, '<loopCardinality>amount</loopCardinality>'],
    [
      'until enough have ended',
      hand,
      `${forEach('watchers')}<completionCondition>nrOfCompletedInstances / nrOfInstances >= 0.5</completionCondition>`,
    ],
  ])('is published with multi-instance %s', async (_, rules, inside) => {
    await publishLegal()
    const id = await create('expense', 'caller', many(rules, loopOf(inside)))
    expect(await publish(id)).toMatchObject({ status: 200 })
  })

  it.each([
    ['loop_cardinality', hand, loopOf('')],
    ['loop_cardinality', hand, loopOf('<loopCardinality>0</loopCardinality>')],
    ['loop_cardinality', hand, loopOf('<loopCardinality>101</loopCardinality>')],
    [
      'loop_cardinality',
      hand,
      loopOf(`${forEach('watchers')}<loopCardinality>2</loopCardinality>`),
    ],
    ['expression_type', hand, loopOf(forEach('amount'))],
    ['expression_type', hand, loopOf('<loopCardinality>note</loopCardinality>')],
    ['expression_type', handEach, loopOf(forEach('watchers', 'other'))],
    [
      'expression_type',
      hand,
      loopOf(
        `${forEach('watchers')}<completionCondition>nrOfEndedInstances > 1</completionCondition>`,
      ),
    ],
    ['value_invalid', hand, loopOf(forEach('watchers', 'outcomes'))],
    ['value_invalid', hand, loopOf(forEach('watchers', 'one of them'))],
    ['repeat_endless', hand, '<standardLoopCharacteristics/>'],
  ])('is refused with %s where its multi-instance makes no sense', async (code, rules, loop) => {
    await publishLegal()
    expect(await publish(await create('expense', 'caller', many(rules, loop)))).toMatchObject({
      status: 422,
      problems: [{ element: 'call', code }],
    })
  })
})
