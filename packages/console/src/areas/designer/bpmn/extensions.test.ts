import { approvalPackage } from '@countersign/contracts'
import { BpmnModdle } from 'bpmn-moddle'
import { describe, expect, it } from 'vitest'
import type { Rules } from '../rules/rules.ts'
import { readRules, writeRules } from './extensions.ts'
import type { Create, ModdleElement } from './moddle.ts'

const xml = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:approval="urn:countersign:bpmn:1" xmlns:other="urn:other" targetNamespace="urn:test">
  <bpmn:process id="p" isExecutable="true">
    <bpmn:userTask id="task"><bpmn:extensionElements>
      <approval:candidates><approval:candidate kind="managerLine" from="1" to="2" /></approval:candidates>
      <approval:decision mode="ratio" threshold="0.5" />
      <approval:policy onEmpty="users" users="a b" />
      <approval:fields><approval:field name="amount" access="read" /></approval:fields>
      <other:thing kept="yes" />
    </bpmn:extensionElements></bpmn:userTask>
  </bpmn:process>
</bpmn:definitions>`

async function open() {
  const moddle = new BpmnModdle({ approval: approvalPackage })
  const { rootElement } = await moddle.fromXML(xml)
  const root = rootElement as unknown as ModdleElement
  const process = (root.get('rootElements') as ModdleElement[])[0]
  const elements = process?.get('flowElements') as ModdleElement[] | undefined
  const task = elements?.[0]
  if (task === undefined) throw new Error('no task')
  const create: Create = (type, attributes) =>
    moddle.create(type, attributes) as unknown as ModdleElement
  const save = async () => (await moddle.toXML(rootElement)).xml
  return { task, create, save }
}

const rules: Rules = {
  candidates: [{ kind: 'managerLine', from: 1, to: 2 }],
  mode: 'ratio',
  threshold: 0.5,
  onEmpty: 'users',
  emptyUsers: ['a', 'b'],
  fields: [{ name: 'amount', access: 'read' }],
}

describe('the rules of a user task', () => {
  it('are read with numbers as numbers', async () => {
    const { task } = await open()
    expect(readRules(task)).toEqual(rules)
  })

  it('are the same after they were written, and leave what they do not speak of', async () => {
    const { task, create, save } = await open()
    const changed: Rules = {
      candidates: [{ kind: 'role', ref: 'finance' }],
      mode: 'all',
      onReject: 'throw',
      error: 'too-dear',
      return: { to: 'previous' },
      comment: { reject: 'required' },
      change: { open: 'keep', decided: 'refuse' },
      forbid: ['transfer', 'delegate'],
      fields: [{ name: 'amount', access: 'write' }],
      due: { decision: 'times' },
      remind: { in: 'P1D', times: 3 },
      escalate: {
        in: 'P3D',
        calendar: 'continuous',
        candidates: [{ kind: 'managerLine', from: 2, to: 2 }],
      },
      timeout: { at: '2027-01-31', result: 'approved' },
    }
    task.set('extensionElements', writeRules(task, changed, create))
    expect(readRules(task)).toEqual(changed)
    const written = await save()
    expect(written).toContain('<approval:candidate kind="role" ref="finance" />')
    expect(written).toContain('<approval:field name="amount" access="write" />')
    expect(written).toContain('<other:thing kept="yes" />')
    expect(written).toContain('<approval:change open="keep" decided="refuse" />')
    expect(written).not.toContain('from="1"')
    expect(written).not.toContain('approval:policy')
  })

  it('leave no empty element where nothing is said any more', async () => {
    const { task, create } = await open()
    expect(writeRules(task, { candidates: [] }, create)?.get('values')).toHaveLength(1)
    task.set('extensionElements', undefined)
    expect(writeRules(task, { candidates: [] }, create)).toBeUndefined()
  })
})
