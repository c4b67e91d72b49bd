import { approvalPackage } from '@countersign/contracts'
import { fireEvent, screen } from '@testing-library/react'
import { BpmnModdle } from 'bpmn-moddle'
import { beforeAll, describe, expect, it } from 'vitest'
import { show, speak } from '../../../testing/page.tsx'
import { field, fill, says } from '../../../testing/person.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { ElementForm } from './element-form.tsx'
import type { ModdleElement } from './extensions.ts'
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
    <bpmn:sequenceFlow id="flow" sourceRef="task" targetRef="call">
      <bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">amount &gt; 5</bpmn:conditionExpression>
    </bpmn:sequenceFlow>
  </bpmn:process>
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
  const model: Pick<Model, 'set' | 'create'> = {
    create: (type, attributes) => moddle.create(type, attributes) as unknown as ModdleElement,
    set: ({ businessObject: changed }, attributes) => {
      for (const [name, value] of Object.entries(attributes)) changed.set(name, value)
    },
  }
  await show(<ElementForm model={model as Model} shape={shape} disabled={disabled} />)
  return async () => (await moddle.toXML(rootElement)).xml
}

const labels = ['Name', 'How they decide', 'Condition', 'Process that is run (its key)']
const has = (label: string) =>
  [...document.querySelectorAll('label')].some(({ textContent }) => textContent === label)

describe('the form of a chosen element', () => {
  it.each([
    ['flow', ['Name', 'Condition']],
    ['call', ['Name', 'Process that is run (its key)']],
  ])('has what a %s can say, and no more', async (id, offered) => {
    await open(id)
    expect(labels.filter(has)).toEqual(offered)
  })

  it('asks for an element when none is chosen', async () => {
    await show(<ElementForm model={{} as Model} shape={undefined} disabled={false} />)
    expect(says('Choose an element')).toBe(true)
  })

  it('only shows what was published', async () => {
    await open('flow', true)
    expect(field('Condition').disabled).toBe(true)
    expect(field('Name').disabled).toBe(true)
  })
})

describe('what is typed', () => {
  it.each([
    ['call', 'Name', 'Check it', 'name="Check it"'],
    ['call', 'Process that is run (its key)', 'expense', 'calledElement="expense"'],
    ['flow', 'Condition', 'amount < 9', '>amount &lt; 9</bpmn:conditionExpression>'],
  ])('of a %s as “%s” stands in the document', async (id, label, value, written) => {
    const save = await open(id)
    fill(label, value)
    expect(await save()).toContain(written)
  })

  it.each([
    ['call', 'Name', '', 'name="Look"', 'name=""'],
    ['call', 'Process that is run (its key)', '', 'calledElement', 'calledElement=""'],
    ['flow', 'Condition', '  ', 'amount &gt; 5', 'conditionExpression'],
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
    expect(field('Condition').value).toBe('amount > 5')
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
})
