import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, start, user, validate } from '../../testing.ts'
import { compileTree } from '../tree/compile-tree.ts'
import { compile } from '../compile.ts'

const processOf = (more: string) =>
  bpmn(start + user('a', 'a', more) + end + flows('start -> a -> end'))
const codesOf = async (more: string) =>
  (await validate(processOf(more), [])).map(({ element, code }) => `${element} ${code}`)

describe('approval:comment', () => {
  it('says of which actions the node asks for a comment', async () => {
    const xml = processOf(
      '<approval:comment approve="required" return="optional" addSign="required"/>',
    )
    expect(await validate(xml, [])).toEqual([])
    expect((await compile(xml)).nodes.get('a')).toMatchObject({
      comment: { approve: 'required', return: 'optional', addSign: 'required' },
    })
  })

  it.each([
    ['<approval:comment/>', ['a value_invalid']],
    ['<approval:comment approve="maybe"/>', ['a value_invalid']],
    [
      '<approval:comment reject="required"/><approval:actions forbid="reject"/>',
      ['a value_invalid'],
    ],
    [
      '<approval:comment transfer="required"/><approval:actions forbid="transfer"/>',
      ['a value_invalid'],
    ],
    ['<approval:comment return="required"/><approval:return to="none"/>', ['a value_invalid']],
    [
      '<approval:comment reject="required"/><approval:comment approve="required"/>',
      ['a extension_misplaced'],
    ],
  ])('%s is a problem', async (more, problems) => {
    expect(await codesOf(more)).toEqual(problems)
  })

  it('is told by a tree as well', async () => {
    const step = {
      id: 'a',
      type: 'approve',
      name: 'A',
      candidates: [{ kind: 'user', ref: 'a' }],
      comment: { reject: 'required' },
    } as const
    const xml = await compileTree({ steps: [step] }, { key: 'tree', name: 'T' })
    expect(await validate(xml, [])).toEqual([])
    expect((await compile(xml)).nodes.get('a')).toMatchObject({ comment: { reject: 'required' } })
  })
})
