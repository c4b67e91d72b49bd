import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, start, validate } from '../../testing.ts'
import { compileTree } from '../tree/compile-tree.ts'
import { compile } from '../compile.ts'

const candidate = (kind: string, more: string) => `<approval:candidate kind="${kind}" ${more}/>`
const quorumOf = (candidates: string, decision = '<approval:decision mode="quorum"/>') =>
  bpmn(
    `${start}<userTask id="t"><extensionElements><approval:candidates>${candidates}</approval:candidates>
    ${decision}</extensionElements></userTask>` +
      end +
      flows('start -> t -> end'),
  )
const codesOf = async (xml: string) => (await validate(xml, [])).map(({ code }) => code)

describe('mode="quorum"', () => {
  it('is a number of people for each candidate rule', async () => {
    const xml = quorumOf(candidate('role', 'ref="legal" atLeast="1"'))
    expect(await codesOf(xml)).toEqual([])
    expect((await compile(xml)).nodes.get('t')).toMatchObject({
      candidates: [{ kind: 'role', ref: 'legal', atLeast: 1 }],
      decision: { mode: 'quorum', reject: 'unreachable' },
    })
  })

  it.each([
    ['role', 'ref="legal"', 'quorum_incomplete'],
    ['role', 'ref="legal" atLeast="0"', 'value_invalid'],
    ['role', 'ref="legal" atLeast="1.5"', 'value_invalid'],
    ['user', 'ref="l" atLeast="2"', 'quorum_unreachable'],
    ['managerLine', 'from="1" to="2" atLeast="3"', 'quorum_unreachable'],
  ])('%s %s is a problem', async (kind, more, problem) => {
    expect(await codesOf(quorumOf(candidate(kind, more)))).toEqual([problem])
  })

  it('is what atLeast has an effect on', async () => {
    const legal = candidate('role', 'ref="legal" atLeast="1"')
    const escalate = `<approval:escalate in="P1D">${legal}</approval:escalate>`
    expect(await codesOf(quorumOf(legal, '<approval:decision mode="all"/>'))).toEqual([
      'quorum_misplaced',
    ])
    const also = `<approval:decision mode="quorum"/>${escalate}`
    expect(await codesOf(quorumOf(legal, also))).toEqual(['quorum_misplaced'])
  })

  it('is told by a tree as well', async () => {
    const step = {
      id: 't',
      type: 'approve',
      name: 'T',
      mode: 'quorum',
      candidates: [{ kind: 'role', ref: 'legal', atLeast: 2 }],
    } as const
    const xml = await compileTree({ steps: [step] }, { key: 'tree', name: 'T' })
    expect(await codesOf(xml)).toEqual([])
    expect((await compile(xml)).nodes.get('t')).toMatchObject({ candidates: [{ atLeast: 2 }] })
  })
})
