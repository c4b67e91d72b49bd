import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDefinition } from '../compile.ts'
import { repair } from '../repair/run.ts'
import { withRepairs } from '../repair/plan.ts'
import { findProblems } from '../validate.ts'
import { flowLongExpense, warmFlowLeave } from './samples.testing.ts'
import { bpmn, end, flows, start, user } from '../../testing.ts'
import { convertSource } from './source.ts'

const variables: readonly [] = []
const convert = (source: string) => convertSource(source, { variables })

describe('a file from elsewhere', () => {
  it('that is BPMN stays as it is', async () => {
    const xml = '<?xml version="1.0"?><definitions/>'
    expect(await convert(xml)).toEqual({ format: 'bpmn', bpmnXml: xml })
  })

  it('that is BPMN is steps as well, where they say all of it', async () => {
    const xml = bpmn(start + user('a') + end + flows('start -> a -> end'))
    expect(await convert(xml)).toMatchObject({ bpmnXml: xml, tree: { steps: [{ id: 'a' }] } })
    const noted = xml.replace('<endEvent', '<endEvent kept="yes"')
    expect(await convert(noted)).toEqual({ format: 'bpmn', bpmnXml: noted })
  })

  it.each([
    ['{"nodeConfig":', 'source_unreadable'],
    ['[1]', 'source_unreadable'],
    ['{"nodes":[],"edges":[]}', 'source_unknown'],
    ['{"__proto__":{"nodeConfig":{}},"constructor":{"nodeList":[]}}', 'source_unknown'],
    ['['.repeat(500_000), 'source_unreadable'],
    [`{"nodeList":[],"x":"${'a'.repeat(600_000)}"}`, 'source_too_large'],
  ])('that nobody knows is refused: %.40s', async (source, code) => {
    expect(await convert(source)).toMatchObject({ code })
  })

  it('has what could not be carried over removed by a repair that names it', async () => {
    const node = { type: 1, nodeKey: 'a', callAi: 'agent', nodeAssigneeList: [{ id: 'bob' }] }
    const read = await convert(JSON.stringify({ nodeConfig: { type: 0, childNode: node } }))
    if (!('format' in read)) throw new Error(read.message)
    const look = async (xml: string) => {
      const definition = await readDefinition(xml)
      const about = { read: definition, key: undefined, people: new Map() }
      return { problems: withRepairs(xml, about, findProblems(definition, [])), warnings: [] }
    }
    const mended = await repair(read.bpmnXml, ['remove_foreign:a:callAi'], look)
    expect(mended.applied).toHaveLength(1)
    expect(mended.looked.problems).toEqual([])
    expect(mended.bpmnXml).toContain('name="nodeAssigneeList"')
  })
})

describe('a file that means harm', () => {
  const chain = (length: number) => {
    const open = '{"type":1,"childNode":'.repeat(length)
    return `{"nodeConfig":{"type":0,"childNode":${open}null${'}'.repeat(length)}}}`
  }
  const nested = (depth: number) => {
    const inner = '{"type":4,"conditionNodes":[{},{"childNode":'.repeat(depth)
    return `{"nodeConfig":{"type":0,"childNode":${inner}null${'}]}'.repeat(depth)}}}`
  }
  const ring = (length: number) => ({
    nodeList: Array.from({ length }, (_, index) => ({
      nodeType: 3,
      nodeCode: `n${index}`,
      skipList: [{ nextNodeCode: `n${(index + 1) % length}` }],
    })),
  })

  it.each([
    ['is a chain of thousands', chain(5000), 'process_too_large'],
    ['nests branches thousands deep', nested(3000), 'nested_too_deep'],
    [
      'has a hundred thousand branches',
      `{"nodeConfig":{"type":4,"conditionNodes":[${'{},'.repeat(100_000)}{}]}}`,
      'process_too_large',
    ],
    ['is a ring of thousands', JSON.stringify(ring(2000)), 'process_too_large'],
  ])('is refused where it %s', async (_, source, code) => {
    expect(await convert(source)).toMatchObject({ code })
  })

  it('asks no more people than a step can', async () => {
    const flag = Array.from({ length: 40_000 }, (_, index) => `u${index}`).join('@@')
    const model = { nodeList: [{ nodeType: 1, nodeCode: 'a', permissionFlag: flag, skipList: [] }] }
    const read = await convert(JSON.stringify(model))
    if (!('format' in read)) throw new Error(read.message)
    expect(read.bpmnXml.match(/<approval:candidate /g)).toHaveLength(500)
    const { imported } = await readDefinition(read.bpmnXml)
    expect(imported).toContainEqual(
      expect.objectContaining({ name: 'permissionFlag', outcome: 'refused' }),
    )
  })

  it('goes round in a circle of gateways: told as a problem, not run', async () => {
    const read = await convert(JSON.stringify(ring(20)))
    if (!('format' in read)) throw new Error(read.message)
    const codes = findProblems(await readDefinition(read.bpmnXml), []).map(({ code }) => code)
    expect(codes).toContain('start_count')
  })

  it('names its nodes alike, after members of every object, or as nothing that XML takes', async () => {
    const keys = ['constructor', '__proto__', 'a', 'a', 'start', '1 <b>', '结束', 'x_join']
    const model = keys.reduceRight<object | null>(
      (childNode, nodeKey) => ({
        type: 1,
        nodeKey,
        nodeName: `\u0000${nodeKey}\uD800`,
        nodeAssigneeList: [{ id: 'constructor' }],
        childNode,
      }),
      null,
    )
    const read = await convert(JSON.stringify({ nodeConfig: { type: 0, childNode: model } }))
    if (!('format' in read)) throw new Error(read.message)
    expect(findProblems(await readDefinition(read.bpmnXml), [])).toEqual([])
    const steps = read.tree?.steps ?? []
    expect(new Set(steps.map(({ id }) => id)).size).toBe(keys.length)
    expect(steps[0]).toMatchObject({ id: 'constructor' })
  })

  it('is never an accident: whatever stands in place of whatever', async () => {
    const junk = fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.double(),
      fc.string(),
      fc.constantFrom('__proto__', 'constructor', '${x}', 'spel@@#{y}', ']]>', '-1', 'NaN'),
      fc.array(fc.anything({ maxDepth: 2 }), { maxLength: 3 }),
      fc.dictionary(fc.string(), fc.anything({ maxDepth: 2 }), { maxKeys: 3 }),
    )
    const pathsOf = (value: unknown): readonly (readonly (string | number)[])[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([name, inner]) => [
            [name],
            ...pathsOf(inner).map((path) => [name, ...path]),
          ])
        : []
    for (const model of [flowLongExpense, warmFlowLeave]) {
      const paths = pathsOf(model)
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...paths), junk, async (path, value) => {
          const copy: unknown = structuredClone(model)
          let at = copy as Record<string | number, unknown>
          for (const name of path.slice(0, -1)) at = at[name] as typeof at
          at[path.at(-1) ?? ''] = value
          const read = await convert(JSON.stringify(copy) ?? 'null')
          if (!('format' in read)) return
          const { isBpmn } = await readDefinition(read.bpmnXml)
          expect(isBpmn).toBe(true)
        }),
        { numRuns: 60 },
      )
    }
  }, 60_000)
})
