import { approvalPackage } from '@countersign/contracts'
import { BpmnModdle } from 'bpmn-moddle'
import { describe, expect, it } from 'vitest'
import type { Create, ModdleElement } from './moddle.ts'
import { readSeparations, userTasksOf, writeSeparations } from './separations.ts'

const documentOf = (extensions: string) => `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:approval="urn:countersign:bpmn:1" xmlns:other="urn:other" targetNamespace="urn:test">
  <bpmn:process id="p" isExecutable="true">${extensions}
    <bpmn:userTask id="enter" name="Enter" />
    <bpmn:subProcess id="within">
      <bpmn:userTask id="release" />
    </bpmn:subProcess>
  </bpmn:process>
</bpmn:definitions>`

const separated = `
    <bpmn:extensionElements>
      <approval:separation nodes="enter release" />
      <other:thing kept="yes" />
      <approval:separation nodes="release, enter" rounds="all" />
    </bpmn:extensionElements>`

async function open(xml: string) {
  const moddle = new BpmnModdle({ approval: approvalPackage })
  const { rootElement } = await moddle.fromXML(xml)
  const [process] = (rootElement as ModdleElement).get('rootElements') as ModdleElement[]
  if (process === undefined) throw new Error('no process')
  const create: Create = (type, attributes) =>
    moddle.create(type, attributes) as unknown as ModdleElement
  const write = (separations: ReturnType<typeof readSeparations>) =>
    process.set('extensionElements', writeSeparations(process, separations, create))
  const save = async () => (await moddle.toXML(rootElement, { format: true })).xml
  return { process, write, save }
}

describe('what a process keeps apart', () => {
  it('is read as the service reads it', async () => {
    const { process } = await open(documentOf(separated))
    expect(readSeparations(process)).toEqual([
      { nodes: ['enter', 'release'] },
      { nodes: ['release', 'enter'], rounds: 'all' },
    ])
  })

  it('leaves the document as it was where it is written as it was read', async () => {
    const { process, write, save } = await open(documentOf(separated))
    const before = (await save()).replace('release, enter', 'release enter')
    write(readSeparations(process))
    expect(await save()).toBe(before)
  })

  it('changes no other line than its own', async () => {
    const { process, write, save } = await open(documentOf(separated))
    const before = (await save()).split('\n')
    write(readSeparations(process).slice(1))
    const after = (await save()).split('\n')
    expect(before.filter((line) => !after.includes(line)).map((line) => line.trim())).toEqual([
      '<approval:separation nodes="enter release" />',
      '<approval:separation nodes="release, enter" rounds="all" />',
    ])
    expect(after.filter((line) => !before.includes(line)).map((line) => line.trim())).toEqual([
      '<approval:separation nodes="release enter" rounds="all" />',
    ])
  })

  it('is gone from the document without a trace', async () => {
    const { write, save } = await open(documentOf(''))
    const before = await save()
    write([{ nodes: ['enter', 'release'] }])
    expect(await save()).toContain('<approval:separation nodes="enter release" />')
    write([])
    expect(await save()).toBe(before)
  })
})

it('finds the steps at which people decide, within sub-processes too', async () => {
  const { process } = await open(documentOf(''))
  expect(userTasksOf(process)).toEqual([
    { id: 'enter', name: 'Enter' },
    { id: 'release', name: '' },
  ])
})
