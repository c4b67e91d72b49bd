import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompiledProcess, Node } from '../graph.ts'
import { playAll } from './join-plays.testing.ts'
import { findImpossibleJoins } from './joins.ts'
import { isGathering } from '../elements/quantities.ts'

/** Events on the border of the task drawn before them: they come beside it once, or again and again, or end it. */
type Border = 'once' | 'again' | 'over'
type Kind = 'start' | 'end' | 'userTask' | 'exclusive' | 'inclusive' | 'parallel' | Border

/** How many tokens a task waits for, and how many it sends. */
type Quantities = readonly [number, number]

const isBorder = (kind: Kind): kind is Border => ['once', 'again', 'over'].includes(kind)

const bordering = (kind: Border, attachedTo: string) => ({
  kind: 'boundary' as const,
  attachedTo,
  interrupting: kind === 'over',
  trigger: { on: 'time', delay: { times: kind === 'again' ? 3 : 1 } },
})

/** A process of these elements, as far as joins look at it. */
function draw(
  kinds: readonly Kind[],
  edges: readonly (readonly [number, number])[],
  quantities: readonly Quantities[] = [],
) {
  const flows = new Map(
    edges.map(([from, to], index) => [`f${index}`, { source: `n${from}`, target: `n${to}` }]),
  )
  const idsWhere = (end: 'source' | 'target', id: string) =>
    [...flows].filter(([, flow]) => flow[end] === id).map(([flow]) => flow)
  const nodes = kinds.map((kind, index) => {
    const id = `n${index}`
    const drawn = { id, kind, incoming: idsWhere('target', id), outgoing: idsWhere('source', id) }
    const [needed = 1, sent = 1] = kind === 'userTask' ? (quantities[index] ?? []) : []
    return {
      ...drawn,
      ...(isBorder(kind) ? bordering(kind, `n${kinds.lastIndexOf('userTask', index)}`) : {}),
      ...(needed > 1 ? { startQuantity: needed } : {}),
      ...(sent > 1 ? { completionQuantity: sent } : {}),
    }
  })
  const joins = nodes.filter(
    (node) => isGathering(node) || (node.kind === 'parallel' && node.incoming.length > 1),
  )
  const process = {
    nodes: new Map(nodes.map((node) => [node.id, node])),
    flows,
    boundaries: Map.groupBy(
      nodes.filter((node) => 'attachedTo' in node),
      ({ attachedTo }) => attachedTo,
    ),
  } as unknown as CompiledProcess
  const starts = nodes.filter(({ kind }) => kind === 'start')
  return { process, starts: starts as unknown as Node[], joins: joins as unknown as Node[] }
}

function findIn(process: CompiledProcess): string[] {
  const found: string[] = []
  findImpossibleJoins(process, (element) => found.push(element))
  return found
}

type Drawn = ReturnType<typeof draw>

const between = ['userTask', 'exclusive', 'inclusive', 'parallel', 'parallel', 'exclusive'] as const
const bordered = ['userTask', 'parallel', 'exclusive', 'once', 'again', 'over'] as const
const nothing = fc.constant<readonly Quantities[]>([])
/** The first start leads to the first element, and further ones to several. */
const drawn = (
  longest: number,
  {
    quantities = nothing,
    of = between,
    furtherStarts = 0,
  }: {
    readonly quantities?: fc.Arbitrary<readonly Quantities[]>
    readonly of?: readonly Kind[]
    readonly furtherStarts?: number
  } = {},
): fc.Arbitrary<Drawn> =>
  fc.array(fc.constantFrom(...of), { minLength: 2, maxLength: longest }).chain((middle) => {
    const last = middle.length + 1
    const entered = middle.flatMap((kind, at) => (isBorder(kind) ? [] : [at + 1]))
    const target = fc.constantFrom(...entered, last)
    const edge = fc.tuple(fc.integer({ min: 1, max: middle.length }), target)
    const begun = fc.uniqueArray(target, { minLength: 1, maxLength: 3 })
    return fc
      .tuple(
        fc.array(edge, { minLength: 2, maxLength: 16 }),
        quantities,
        fc.array(begun, { maxLength: furtherStarts }),
      )
      .map(([edges, counts, further]) =>
        draw(
          ['start', ...middle, 'end', ...further.map(() => 'start' as const)],
          [
            [0, entered[0] ?? last],
            ...edges,
            ...further.flatMap((to, at) => to.map((one) => [last + 1 + at, one] as const)),
          ],
          counts,
        ),
      )
  })
const plain = drawn(9)
const one = fc.tuple(fc.constantFrom(1, 1, 2, 3), fc.constantFrom(1, 1, 1, 2, 3))
const some = (length: number) => fc.array(one, { minLength: length, maxLength: length })
const counted = drawn(6, { quantities: some(7) })
const withBorders = drawn(9, { quantities: fc.oneof(nothing, some(10)), of: bordered })
const begunOften = drawn(6, { furtherStarts: 5 })

function expectProven(
  drawings: fc.Arbitrary<Drawn>,
  most: number,
  { missed, numRuns = 3_000 }: { readonly missed: number; readonly numRuns?: number },
): void {
  const seen = { impossible: 0, missed: 0 }
  fc.assert(
    fc.property(drawings, ({ process, starts, joins }) => {
      const plays = starts.map((start) => playAll(process, start, joins, most))
      if (plays.includes(undefined)) return
      const fired = new Set(plays.flatMap((play) => [...(play ?? [])]))
      const found = findIn(process)
      for (const { id } of joins) {
        if (fired.has(id)) expect(found).not.toContain(id)
        else seen[found.includes(id) ? 'impossible' : 'missed'] += 1
      }
    }),
    { numRuns },
  )
  expect(seen.impossible).toBeGreaterThan(100)
  expect(seen.missed / seen.impossible).toBeLessThan(missed)
}

describe('joins', () => {
  it('raises no false alarm, and misses next to none: 3,000 drawings, every play of each', () => {
    expectProven(plain, 2, { missed: 0.05 })
  })

  it('raises no false alarm, and misses few where tasks count tokens: 3,000 drawings, every play of each', () => {
    expectProven(counted, 3, { missed: 0.2 })
  })

  it('raises no false alarm, and misses few where events go beside tasks: 3,000 drawings, every play of each', () => {
    expectProven(withBorders, 3, { missed: 0.2 })
  })

  it('raises no false alarm, and misses few with one to six starts: 600 drawings, every play of each', () => {
    expectProven(begunOften, 2, { missed: 0.1, numRuns: 600 })
  })

  it('proves of many starts at once what it proves of each', () => {
    const starts = Array.from({ length: 6 }, () => 'start' as const)
    const [task, never, ever, end] = [6, 7, 8, 9]
    const { process } = draw(
      [...starts, 'userTask', 'parallel', 'parallel', 'end'],
      [
        ...starts.map((_, at) => [at, at < 2 ? never : task] as const),
        [task, ever],
        [task, ever],
        [ever, end],
        [never, end],
      ],
    )
    expect(findIn(process)).toEqual([`n${never}`])
  })

  it.each([
    ['an end: no start brings all that it waits for', [9], ['n8']],
    ['all that it waits for', [5, 6, 7], []],
  ])(
    'tells of a join that many starts complete only together, the last with a way to %s',
    (_to, last, told) => {
      const starts = Array.from({ length: 4 }, () => 'start' as const)
      const { process } = draw(
        [...starts, 'userTask', 'userTask', 'userTask', 'userTask', 'parallel', 'end'],
        [
          ...[5, 6].map((to) => [0, to] as const),
          ...[6, 7].map((to) => [1, to] as const),
          ...[5, 7].map((to) => [2, to] as const),
          ...last.map((to) => [3, to] as const),
          [5, 8],
          [6, 8],
          [7, 8],
          [8, 9],
        ],
      )
      expect(findIn(process)).toEqual(told)
    },
  )
})
