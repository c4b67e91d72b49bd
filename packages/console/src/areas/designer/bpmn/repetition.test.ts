import { approvalPackage } from '@countersign/contracts'
import { BpmnModdle } from 'bpmn-moddle'
import { expect, it } from 'vitest'
import type { Create, ModdleElement } from './moddle.ts'
import { mayRepeat, readRepetition, writeRepetition } from './repetition.ts'

const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="urn:test"><process id="p"><userTask id="a"><multiInstanceLoopCharacteristics flowable:collection="people" flowable:elementVariable="one"/></userTask></process></definitions>`

it.each(['inTurn', 'while'] as const)(
  'keeps what another tool said of a repetition: %s',
  async (kind) => {
    const moddle = new BpmnModdle({ approval: approvalPackage })
    const { rootElement } = await moddle.fromXML(xml)
    const root = rootElement as unknown as ModdleElement
    const [process] = root.get('rootElements') as ModdleElement[]
    const elements = process?.get('flowElements') as ModdleElement[] | undefined
    const task = elements?.[0]
    if (task === undefined) throw new Error('no task')
    const create: Create = (type, attributes) =>
      moddle.create(type, attributes) as unknown as ModdleElement
    const form = readRepetition(task)
    if (form === undefined) throw new Error('no repetition')
    task.set('loopCharacteristics', writeRepetition(task, { ...form, kind }, create))
    const written = (await moddle.toXML(rootElement)).xml
    expect(written).toContain('flowable:collection="people"')
    expect(written).toContain('flowable:elementVariable="one"')
  },
)

it('is of what flows lead to, and not of what an event begins', () => {
  const moddle = new BpmnModdle({ approval: approvalPackage })
  const activity = (type: string, attributes: object = {}) =>
    mayRepeat(moddle.create(type, attributes) as unknown as ModdleElement)
  expect(activity('bpmn:UserTask')).toBe(true)
  expect(activity('bpmn:SubProcess')).toBe(true)
  expect(activity('bpmn:SubProcess', { triggeredByEvent: true })).toBe(false)
})
