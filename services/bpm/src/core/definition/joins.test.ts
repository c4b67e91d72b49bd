import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompiledProcess, Node } from './graph.ts'
import { playAll } from './join-plays.testing.ts'
import { findImpossibleJoins } from './joins.ts'
import { isGathering } from './quantities.ts'

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

/** A process of these elements, the first of which is the start, as far as joins look at it. */
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
  return { process, start: nodes[0] as unknown as Node, joins: joins as unknown as Node[] }
}

function findIn(process: CompiledProcess): string[] {
  const found: string[] = []
  findImpossibleJoins(process, (element) => found.push(element))
  return found
}

type Drawn = ReturnType<typeof draw>

const between = ['userTask', 'exclusive', 'inclusive', 'parallel', 'parallel', 'exclusive'] as const
const bordered = ['userTask', 'parallel', 'exclusive', 'once', 'again', 'over'] as const
const drawn = (
  longest: number,
  quantities: fc.Arbitrary<readonly Quantities[]>,
  of: readonly Kind[] = between,
): fc.Arbitrary<Drawn> =>
  fc.array(fc.constantFrom(...of), { minLength: 2, maxLength: longest }).chain((middle) => {
    const last = middle.length + 1
    const entered = middle.flatMap((kind, at) => (isBorder(kind) ? [] : [at + 1]))
    const edge = fc.tuple(
      fc.integer({ min: 1, max: middle.length }),
      fc.constantFrom(...entered, last),
    )
    return fc
      .tuple(fc.array(edge, { minLength: 2, maxLength: 16 }), quantities)
      .map(([edges, counts]) =>
        draw(['start', ...middle, 'end'], [[0, entered[0] ?? last], ...edges], counts),
      )
  })
const plain = drawn(9, fc.constant([]))
const one = fc.tuple(fc.constantFrom(1, 1, 2, 3), fc.constantFrom(1, 1, 1, 2, 3))
const some = (length: number) => fc.array(one, { minLength: length, maxLength: length })
const counted = drawn(6, some(7))
const withBorders = drawn(9, fc.oneof(fc.constant([]), some(10)), bordered)

function expectProven(drawings: fc.Arbitrary<Drawn>, most: number, missed: number): void {
  const seen = { impossible: 0, missed: 0 }
  fc.assert(
    fc.property(drawings, ({ process, start, joins }) => {
      const fired = playAll(process, start, joins, most)
      if (fired === undefined) return
      const found = findIn(process)
      for (const { id } of joins) {
        if (fired.has(id)) expect(found).not.toContain(id)
        else seen[found.includes(id) ? 'impossible' : 'missed'] += 1
      }
    }),
    { numRuns: 3_000 },
  )
  expect(seen.impossible).toBeGreaterThan(100)
  expect(seen.missed / seen.impossible).toBeLessThan(missed)
}

describe('joins', () => {
  it('raises no false alarm, and misses next to none: 3,000 drawings, every play of each', () => {
    expectProven(plain, 2, 0.05)
  })

  it('raises no false alarm, and misses few where tasks count tokens: 3,000 drawings, every play of each', () => {
    expectProven(counted, 3, 0.2)
  })

  it('raises no false alarm, and misses few where events go beside tasks: 3,000 drawings, every play of each', () => {
    expectProven(withBorders, 3, 0.2)
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
})
