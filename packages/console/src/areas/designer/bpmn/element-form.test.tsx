import { approvalPackage } from '@countersign/contracts'
import { fireEvent, screen, within } from '@testing-library/react'
import { BpmnModdle } from 'bpmn-moddle'
import { useReducer } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { show, speak } from '../../../testing/page.tsx'
import { field, fill, says } from '../../../testing/person.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { ElementForm } from './element-form.tsx'
import type { ModdleElement } from './moddle.ts'
import type { Model, Shape } from './model.ts'

signInFirst()
beforeAll(() => speak('en', 'designer'))

const xml = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:approval="urn:countersign:bpmn:1" targetNamespace="urn:test">
  <bpmn:process id="p" isExecutable="true">
    <bpmn:userTask id="task"><bpmn:extensionElements>
      <approval:candidates><approval:candidate kind="initiatorSelects" /></approval:candidates>
      <approval:decision mode="ratio" threshold="0.5" />
      <approval:fields><approval:field name="amount" access="read" /></approval:fields>
    </bpmn:extensionElements></bpmn:userTask>
    <bpmn:callActivity id="call" name="Look" calledElement="audit" />
    <bpmn:task id="listed"><bpmn:multiInstanceLoopCharacteristics><bpmn:extensionElements><approval:each value="experts" as="expert" /></bpmn:extensionElements></bpmn:multiInstanceLoopCharacteristics></bpmn:task>
    <bpmn:startEvent id="begins"><bpmn:extensionElements><approval:start><approval:value name="amount" value="1" /></approval:start></bpmn:extensionElements><bpmn:timerEventDefinition><bpmn:timeCycle>R/P1M</bpmn:timeCycle></bpmn:timerEventDefinition></bpmn:startEvent>
    <bpmn:receiveTask id="receive" messageRef="paid" />
    <bpmn:intermediateThrowEvent id="tells"><bpmn:signalEventDefinition /></bpmn:intermediateThrowEvent>
    <bpmn:intermediateCatchEvent id="waits"><bpmn:timerEventDefinition><bpmn:timeDuration>PT4H</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:intermediateCatchEvent>
    <bpmn:intermediateThrowEvent id="leads"><bpmn:linkEventDefinition name="on" /></bpmn:intermediateThrowEvent>
    <bpmn:intermediateCatchEvent id="holds"><bpmn:conditionalEventDefinition /></bpmn:intermediateCatchEvent>
    <bpmn:intermediateCatchEvent id="several"><bpmn:messageEventDefinition messageRef="paid" /><bpmn:timerEventDefinition><bpmn:timeDate>2027-02-01</bpmn:timeDate></bpmn:timerEventDefinition></bpmn:intermediateCatchEvent>
    <bpmn:startEvent id="hears"><bpmn:signalEventDefinition /></bpmn:startEvent>
    <bpmn:endEvent id="asks"><bpmn:messageEventDefinition /></bpmn:endEvent>
    <bpmn:endEvent id="throwsTwo"><bpmn:signalEventDefinition /><bpmn:escalationEventDefinition /></bpmn:endEvent>
    <bpmn:complexGateway id="enough" />
    <bpmn:manualTask id="gathers" startQuantity="2" />
    <bpmn:serviceTask id="service" />
    <bpmn:sendTask id="sends" />
    <bpmn:endEvent id="over" />
    <bpmn:adHocSubProcess id="anyOrder" />
    <bpmn:sequenceFlow id="flow" sourceRef="task" targetRef="call">
      <bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">amount &gt; 5</bpmn:conditionExpression>
    </bpmn:sequenceFlow>
  </bpmn:process>
  <bpmn:message id="paid" name="paid" />
</bpmn:definitions>`

/** The form of one element, over the real document; only the drawing is not there. */
async function open(id: string, disabled = false) {
  const moddle = new BpmnModdle({ approval: approvalPackage })
  const { rootElement } = await moddle.fromXML(xml)
  const root = rootElement as unknown as ModdleElement
  const [process] = root.get('rootElements') as ModdleElement[]
  const elements = (process?.get('flowElements') ?? []) as ModdleElement[]
  const businessObject = elements.find((element) => element.get('id') === id)
  if (businessObject === undefined) throw new Error(`no element ${id}`)
  const shape: Shape = { id, type: businessObject.$type, businessObject }
  let made = 0
  // The drawing library gives an id to what the document refers to.
  const idOf = (type: string) =>
    type === 'bpmn:Message' || type === 'bpmn:Signal' ? { id: `Made_${++made}` } : {}
  const create: Model['create'] = (type, attributes) =>
    moddle.create(type, { ...idOf(type), ...attributes }) as unknown as ModdleElement
  /** Drawn again after a change, as the editor does it. */
  function Kept() {
    const [, redraw] = useReducer((count: number) => count + 1, 0)
    const model: Pick<Model, 'set' | 'setWithin' | 'create'> = {
      create,
      setWithin: (_, held, attributes) => {
        for (const [name, value] of Object.entries(attributes)) held.set(name, value)
        redraw()
      },
      set: ({ businessObject: changed }, attributes) => {
        for (const [name, value] of Object.entries(attributes)) changed.set(name, value)
        redraw()
      },
    }
    return <ElementForm model={model as Model} shape={shape} disabled={disabled} />
  }
  await show(<Kept />)
  return async () => (await moddle.toXML(rootElement)).xml
}

/** Types, and goes to another field. */
function leave(label: string, value: string): void {
  fill(label, value)
  fireEvent.blur(field(label))
}

/** Chooses of a list, or takes the choice back. */
async function choose(label: string, option: string) {
  fireEvent.click(field(label))
  const list = document.getElementById(field(label).getAttribute('aria-controls') ?? '')
  if (list === null) throw new Error(`no list of ${label}`)
  fireEvent.click(within(list).getByText(option))
}

const labels = ['Name', 'How they decide', 'Expression', 'Process that is run (its key)']
const has = (label: string) =>
  [...document.querySelectorAll('label')].some(({ textContent }) => textContent === label)

describe('the form of a chosen element', () => {
  it.each([
    ['flow', ['Name', 'Expression']],
    ['call', ['Name', 'Process that is run (its key)']],
  ])('has what a %s can say, and no more', async (id, offered) => {
    await open(id)
    expect(labels.filter(has)).toEqual(offered)
  })

  it('only shows what was published', async () => {
    await open('flow', true)
    expect(field('Expression').disabled).toBe(true)
    expect(field('Name').disabled).toBe(true)
  })
})

describe('what is typed', () => {
  it.each([
    ['call', 'Name', 'Check it', 'name="Check it"'],
    ['call', 'Process that is run (its key)', 'expense', 'calledElement="expense"'],
    ['flow', 'Expression', 'amount < 9', '>amount &lt; 9</bpmn:conditionExpression>'],
  ])('of a %s as “%s” stands in the document', async (id, label, value, written) => {
    const save = await open(id)
    fill(label, value)
    expect(await save()).toContain(written)
  })

  it.each([
    ['call', 'Name', '', 'name="Look"', 'name=""'],
    ['call', 'Process that is run (its key)', '', 'calledElement', 'calledElement=""'],
    ['flow', 'Expression', '  ', 'amount &gt; 5', 'conditionExpression'],
  ])('of a %s as “%s” is gone when it is emptied', async (id, label, value, before, empty) => {
    const save = await open(id)
    expect(await save()).toContain(before)
    fill(label, value)
    const written = await save()
    expect(written).not.toContain(before)
    expect(written).not.toContain(empty)
  })

  it('shows what the document says of a condition', async () => {
    await open('flow')
    expect(field('Expression').value).toBe('amount > 5')
  })

  it('of the rules of a task is written without losing what the form does not know', async () => {
    const save = await open('task')
    expect(labels.filter(has)).toEqual(['Name', 'How they decide'])
    fireEvent.click(field('Who approved before'))
    fireEvent.click(await screen.findByText('are not asked twice in a row'))
    const written = await save()
    expect(written).toContain('<approval:policy duplicates="consecutive" />')
    expect(written).toContain('<approval:decision mode="ratio" threshold="0.5" />')
    expect(written).toContain('<approval:field name="amount" access="read" />')
  })

  it('of the times, the values and the actions of a task is written, and gone when it says nothing', async () => {
    const save = await open('task')
    await choose('Due', 'After a time')
    fill('Due: How long', '2')
    await choose('amount', 'may be changed')
    fireEvent.click(field('What nobody may do here'))
    fireEvent.click(await screen.findByText('hand over'))
    const written = await save()
    expect(written).toContain('<approval:due in="P2D" />')
    expect(written).toContain('<approval:field name="amount" access="write" />')
    expect(written).toContain('<approval:actions forbid="transfer" />')
    await choose('Due', 'After a time')
    await choose('amount', 'may be changed')
    const gone = await save()
    for (const name of ['due', 'field']) expect(gone).not.toContain(`approval:${name}`)
  })

  it('of what is done without people is written: a copy, rules, a request', async () => {
    const save = await open('service')
    await choose('What it does', 'Tells people')
    expect(await save()).toContain('<approval:copy />')
    await choose('What it does', 'Decides by rules')
    fireEvent.click(screen.getByText('Add a rule'))
    fill('Expression', 'amount > 9')
    const rules = await save()
    expect(rules).toContain('<approval:auto otherwise="approved">')
    expect(rules).toContain('<approval:rule when="amount &#62; 9" result="rejected" />')
    expect(rules).not.toContain('approval:copy')
    await choose('What it does', 'Asks the application')
    fill('What is asked for', 'book')
    expect(await save()).toContain('<approval:callback name="book" />')
  })

  it('of what is sent is its name alone', async () => {
    const save = await open('sends')
    fill('What is asked for', 'told')
    expect(await save()).toContain('<approval:callback name="told" />')
    fill('What is asked for', '')
    expect(await save()).not.toContain('approval:callback')
  })

  it('of an end, of a call and of how a time is counted is written', async () => {
    const saveEnd = await open('over')
    await choose('It ends', 'Rejected')
    expect(await saveEnd()).toContain('<approval:result value="rejected" />')
    const saveCall = await open('call')
    await choose('After a rejection', 'It goes on')
    fireEvent.click(screen.getByText('Hand a value over'))
    fill('Values handed over: Value 1', 'amount')
    fill('Values handed over: As 1', 'sum')
    const call = await saveCall()
    expect(call).toContain('<approval:call onReject="continue">')
    expect(call).toContain('<approval:in source="amount" target="sum" />')
    const saveWait = await open('waits')
    await choose('Counted', 'in working time')
    expect(await saveWait()).toContain('<approval:timing calendar="working" />')
  })

  it('of what a change of values means is written, and gone when it says nothing', async () => {
    const save = await open('task')
    await choose('When values change while it is decided', 'Their votes stand')
    expect(await save()).toContain('<approval:change open="keep" />')
    await choose('When values change after it was decided', 'It is decided again')
    expect(await save()).toContain('<approval:change open="keep" decided="askAgain" />')
    expect(says('Votes cannot stand and be asked for again')).toBe(true)
    await choose('When values change while it is decided', 'Their votes stand')
    expect(says('Votes cannot stand and be asked for again')).toBe(false)
    await choose('When values change after it was decided', 'It is decided again')
    expect(await save()).not.toContain('approval:change')
  })

  it('of how often it is done is written, or for each of a list', async () => {
    const save = await open('call')
    await choose('Done again', 'as long as a condition holds')
    fill('So often at most', '3')
    fill('Again as long as', 'amount > 5')
    fireEvent.click(field('Also looked at before the first time'))
    const loop = await save()
    expect(loop).toContain('<bpmn:standardLoopCharacteristics testBefore="true" loopMaximum="3">')
    expect(loop).toContain('amount &gt; 5</bpmn:loopCondition>')
    await choose('Done again', 'many times, one after the other')
    fill('Until', 'nrOfApprovedInstances >= 2.0')
    const many = await save()
    expect(many).toContain('<bpmn:multiInstanceLoopCharacteristics isSequential="true">')
    expect(many).toContain('>3</bpmn:loopCardinality>')
    expect(many).toContain('nrOfApprovedInstances &gt;= 2.0</bpmn:completionCondition>')
    await choose('Done again', 'many times, one after the other')
    expect(await save()).not.toContain('loopCardinality')
    await open('listed').then(async (saveListed) => {
      fill('Until', 'nrOfCompletedInstances >= 1.0')
      const listed = await saveListed()
      expect(listed).toContain('<approval:each value="experts" as="expert" />')
      fill('List', 'reviewers')
      fill('What one of them is called', '')
      expect(await saveListed()).toContain('<approval:each value="reviewers" />')
      fill('List', '')
      expect(await saveListed()).not.toContain('approval:each')
    })
  })

  it('of what an event is about is one thing of the document, however many name it', async () => {
    const save = await open('tells')
    leave('Name of the signal', 'budget.changed')
    const once = await save()
    const [, id] = /signalEventDefinition signalRef="([^"]+)"/.exec(once) ?? []
    expect(once).toContain(`<bpmn:signal id="${id}" name="budget.changed" />`)
    leave('Name of the signal', 'other')
    leave('Name of the signal', 'budget.changed')
    const again = await save()
    expect(again.match(/name="budget.changed"/g)).toHaveLength(1)
    leave('Name of the signal', '')
    expect(await save()).toContain('<bpmn:signalEventDefinition />')
  })

  it('of a signal is also who hears it, which stays when it is called otherwise', async () => {
    const save = await open('tells')
    expect(has('Heard by')).toBe(false)
    leave('Name of the signal', 'budget.changed')
    await choose('Heard by', 'all approvals of the organization')
    expect(await save()).toMatch(
      /<bpmn:signal id="\w+" name="budget.changed" approval:scope="tenant" \/>/,
    )
    leave('Name of the signal', 'rates.changed')
    expect(await save()).toMatch(/name="rates.changed" approval:scope="tenant" \/>/)
    await choose('Heard by', 'this approval alone')
    expect(await save()).toMatch(/name="rates.changed" \/>/)
  })

  it('of a link is its name, and of a conditional event its condition', async () => {
    const saveLink = await open('leads')
    expect(field('Name of the link').value).toBe('on')
    leave('Name of the link', 'back')
    expect(await saveLink()).toContain('<bpmn:linkEventDefinition name="back" />')
    const save = await open('holds')
    leave('Condition', 'amount > 1000')
    expect(await save()).toContain('amount &gt; 1000</bpmn:condition>')
    leave('Condition', '')
    expect(await save()).toContain('<bpmn:conditionalEventDefinition />')
  })

  it('of a message that a task waits for is that of the document', async () => {
    const save = await open('receive')
    expect(field('Name of the message').value).toBe('paid')
    leave('Name of the message', 'refunded')
    expect(await save()).toContain('name="refunded"')
  })

  it('of a message that an end sends says what the application is asked for', async () => {
    const save = await open('asks')
    screen.getByText('The application is asked for what this name says.')
    leave('Name of the message', 'order')
    expect(await save()).toMatch(/<bpmn:message id="\w+" name="order" \/>/)
  })

  it('of a time is written in one of the three ways', async () => {
    const save = await open('waits')
    expect(field('How long, or when').value).toBe('PT4H')
    await choose('Waits', 'until a moment')
    fill('How long, or when', '2027-01-31T12:00:00Z')
    const written = await save()
    expect(written).toContain('2027-01-31T12:00:00Z</bpmn:timeDate>')
    expect(written).not.toContain('timeDuration')
  })

  it('of a start by time says who starts what, and is gone when nothing is said', async () => {
    const working =
      'On working days: what falls outside of working time starts when work begins next'
    const save = await open('begins')
    expect([field('Starts approvals').value, field('How long, or when').value]).toEqual([
      'again and again',
      'R/P1M',
    ])
    fill('In whose name', 'ann')
    fill('Number of what it is about', 'dueMonth')
    fill('Value: amount', '1200')
    fireEvent.click(field(working))
    await choose('When times were missed', 'It is started for each of them')
    const written = await save()
    expect(written).toContain('<approval:start initiator="ann" bizId="dueMonth" missed="each">')
    expect(written).toContain('<approval:value name="amount" value="1200" />')
    expect(written).toContain('<approval:timing calendar="working" />')
    for (const label of ['In whose name', 'Number of what it is about', 'Value: amount']) {
      fill(label, '')
    }
    fireEvent.click(field(working))
    await choose('When times were missed', 'It is started for each of them')
    expect(await save()).not.toMatch(/approval:(?:start|timing)/)
  })

  it('of a start by a signal says who starts what, and nothing of times', async () => {
    const save = await open('hears')
    fill('In whose name', 'ann')
    fill('Title', 'thrownDay')
    expect([has('When times were missed'), has('Starts approvals')]).toEqual([false, false])
    const written = await save()
    expect(written).toContain('<approval:start initiator="ann" title="thrownDay" />')
  })

  it('of several are each written by itself, and whether all are waited for is said', async () => {
    const save = await open('several')
    expect(field('1. Name of the message').value).toBe('paid')
    expect(field('2. How long, or when').value).toBe('2027-02-01')
    leave('1. Name of the message', 'refunded')
    fireEvent.click(screen.getByLabelText('Waits for all of them'))
    const written = await save()
    expect(written).toContain('id="several" parallelMultiple="true"')
    expect(written).toContain('name="refunded"')
    await open('throwsTwo')
    expect(field('2. Code of the escalation').value).toBe('')
    expect(screen.getAllByLabelText('Waits for all of them')).toHaveLength(1)
  })

  it('of a gateway of which some branches are enough is how many, and of steps in any order when enough is done', async () => {
    const saveGateway = await open('enough')
    fill('Goes on when', 'activationCount >= 2')
    expect(await saveGateway()).toContain('activationCount &gt;= 2</bpmn:activationCondition>')
    const save = await open('anyOrder')
    await choose('Done', 'one after the other, as drawn')
    fill('Enough when', 'done')
    fireEvent.click(screen.getByLabelText('Then the rest is taken away'))
    const written = await save()
    expect(written).toContain('ordering="Sequential"')
    expect(written).toContain('cancelRemainingInstances="false"')
    expect(written).toContain('done</bpmn:completionCondition>')
    fill('Enough when', '')
    expect(await save()).not.toContain('completionCondition')
  })

  it('of an activity that counts tokens is how many, of no other', async () => {
    await open('task')
    expect(screen.queryByLabelText('Goes on so many times')).toBeNull()
    const save = await open('gathers')
    fill('Begins when so many have come', '')
    fill('Begins when so many have come', '3')
    fill('Goes on so many times', '4')
    const written = await save()
    expect(written).toContain('startQuantity="3"')
    expect(written).toContain('completionQuantity="4"')
  })

  it('says what holds where nothing is said', async () => {
    await open('task')
    expect(field('When values change after it was decided').placeholder).toBe(
      'As usual: It is shown what has changed',
    )
    expect(field('Rejected when').placeholder).toBe('As usual: approval is out of reach')
    expect(field('Done again').placeholder).toBe('As usual: never')
  })
})
