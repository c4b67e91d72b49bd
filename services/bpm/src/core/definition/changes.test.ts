import { describe, expect, it } from 'vitest'
import { bpmn, end, flows, start, user, validate } from '../testing.ts'
import { compileTree } from './tree/compile-tree.ts'
import { compile } from './compile.ts'

const processOf = (extension: string) =>
  bpmn(start + user('a', 'a', extension) + end + flows('start -> a -> end'))
const changeOf = async (xml: string) => {
  const node = (await compile(xml)).nodes.get('a')
  return node?.kind === 'userTask' ? node.change : undefined
}

describe('approval:change', () => {
  it.each([
    ['', { open: 'askAgain', decided: 'mark' }],
    ['<approval:change open="keep"/>', { open: 'keep', decided: 'mark' }],
    ['<approval:change decided="refuse"/>', { open: 'askAgain', decided: 'refuse' }],
    ['<approval:change open="keep" decided="refuse"/>', { open: 'keep', decided: 'refuse' }],
  ])('%s is read', async (extension, expected) => {
    expect(await validate(processOf(extension), [])).toEqual([])
    expect(await changeOf(processOf(extension))).toEqual(expected)
  })

  it.each([
    ['<approval:change open="never"/>', 'a value_invalid'],
    ['<approval:change decided="forget"/>', 'a value_invalid'],
    ['<approval:change open="keep" decided="askAgain"/>', 'a change_contradictory'],
    ['<approval:change/><approval:change/>', 'a extension_misplaced'],
  ])('%s is a problem', async (extension, problem) => {
    const found = await validate(processOf(extension), [])
    expect(found.map(({ element, code }) => `${element} ${code}`)).toEqual([problem])
  })

  it('comes out of a tree', async () => {
    const change = { open: 'askAgain', decided: 'askAgain' } as const
    const candidates = [{ kind: 'user', ref: 'p' }] as const
    const step = { id: 'a', type: 'approve', name: 'A', candidates, change } as const
    const xml = await compileTree({ steps: [step] }, { key: 't', name: 'T' })

    expect(await validate(xml, [])).toEqual([])
    expect(await changeOf(xml)).toEqual(change)
  })
})
