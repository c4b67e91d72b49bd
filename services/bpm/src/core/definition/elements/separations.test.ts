import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, start, user, validate } from '../../testing.ts'
import { compileTree } from '../tree/compile-tree.ts'
import { compile } from '../compile.ts'

const separation = (attributes: string) =>
  `<extensionElements><approval:separation ${attributes}/></extensionElements>`
const processOf = (extensions: string) =>
  bpmn(extensions + start + user('a') + user('b') + end + flows('start -> a -> b -> end'))
const codesOf = async (extensions: string) =>
  (await validate(processOf(extensions), [])).map(({ element, code }) => `${element} ${code}`)

describe('approval:separation', () => {
  it('is read from the process, as often as it is there', async () => {
    const two = `<extensionElements><approval:separation nodes="a b"/>
      <approval:separation nodes="b, a" rounds="all"/></extensionElements>`
    expect(await codesOf(two)).toEqual([])
    expect((await compile(processOf(two))).separations).toEqual([
      { nodes: ['a', 'b'], rounds: 'each' },
      { nodes: ['b', 'a'], rounds: 'all' },
    ])
  })

  it.each([
    ['nodes="a nowhere"', 'approval separation_unknown'],
    ['nodes="a end"', 'approval separation_unknown'],
    ['nodes="a a"', 'approval separation_incomplete'],
    ['nodes="a b" rounds="some"', 'approval value_invalid'],
  ])('with %s is a problem', async (attributes, problem) => {
    expect(await codesOf(separation(attributes))).toEqual([problem])
  })

  it('has no effect on a task', async () => {
    const inTask = bpmn(
      start +
        user('a', 'a', '<approval:separation nodes="a b"/>') +
        end +
        flows('start -> a -> end'),
    )
    expect(await validate(inTask, [])).toMatchObject([
      { element: 'a', code: 'extension_misplaced' },
    ])
  })

  it('comes out of a tree', async () => {
    const step = (id: string) =>
      ({ id, type: 'approve', name: id, candidates: [{ kind: 'user', ref: id }] }) as const
    const separations = [{ nodes: ['a', 'b'], rounds: 'all' }] as const
    const xml = await compileTree(
      { steps: [step('a'), step('b')], separations },
      { key: 't', name: 'T' },
    )
    expect(await validate(xml, [])).toEqual([])
    expect((await compile(xml)).separations).toEqual(separations)
  })

  it('of one step alone comes out of a tree that is not finished yet', async () => {
    const step = {
      id: 'a',
      type: 'approve',
      name: 'a',
      candidates: [{ kind: 'initiator' }],
    } as const
    const tree = { steps: [step], separations: [{ nodes: ['a'] }] }
    const xml = await compileTree(tree, { key: 't', name: 'T' })
    expect(await validate(xml, [])).toMatchObject([{ element: 't', code: 'separation_incomplete' }])
  })
})
