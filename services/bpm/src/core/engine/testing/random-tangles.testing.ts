import fc from 'fast-check'
import { bpmn, flows } from '../../testing.ts'
import { userTask } from './random-parts.testing.ts'

/** A process of nodes connected at random: mostly nonsense, now and then one that can be published. */
export const tangles: fc.Arbitrary<string> = fc
  .record({
    kinds: fc.array(
      fc.constantFrom(
        'userTask',
        'userTask',
        'manual',
        'exclusive',
        'inclusive',
        'parallel',
        'complex',
      ),
      {
        minLength: 2,
        maxLength: 8,
      },
    ),
    edges: fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 2, maxLength: 8 }),
    counts: fc.array(fc.constantFrom('', '', '', ' startQuantity="2"', ' completionQuantity="2"'), {
      minLength: 1,
      maxLength: 4,
    }),
  })
  .map(({ kinds, edges, counts }) => {
    const ids = kinds.map((_, index) => `n${index}`)
    // A spine through all nodes makes most of them reachable; the other edges tangle it.
    const spine = ['start', ...ids, 'end'].join(' -> ')
    const pairs = edges.map(([from, to]) => [ids[from % ids.length], ids[to % ids.length]] as const)
    const extra = new Map(pairs.map(([from, to]) => [`${from} -> ${to}`, from] as const))
    const isSpine = (path: string) => `${spine} `.includes(`${path} `)
    const incomingOf = (id: string) =>
      1 + [...extra.keys()].filter((path) => !isSpine(path) && path.endsWith(` -> ${id}`)).length
    const nodes = kinds.map((kind, index) => {
      const id = ids[index] ?? ''
      const quantity = counts[index % counts.length] ?? ''
      if (kind === 'userTask') return userTask(id, ['p'], '').replace(' id=', `${quantity} id=`)
      const next = ids[index + 1] ?? 'end'
      const fallback = kind === 'parallel' ? '' : ` default="${id}_${next}"`
      if (kind === 'complex') {
        const activation = '<activationCondition>activationCount &gt;= 2</activationCondition>'
        return `<complexGateway id="${id}"${fallback}>${incomingOf(id) > 1 ? activation : ''}</complexGateway>`
      }
      return kind === 'manual'
        ? `<manualTask id="${id}"${fallback}/>`
        : `<${kind}Gateway id="${id}"${fallback}/>`
    })
    const links = [...extra]
      .filter(([path]) => !isSpine(path))
      .map(([path, from], index) => {
        const kind = kinds[ids.indexOf(from ?? '')]
        return flows(kind === 'parallel' ? path : `${path} : v${index % 8}`)
      })
    const ends = '<startEvent id="start"/><endEvent id="end"/>'
    return bpmn(ends + nodes.join('') + flows(spine) + links.join(''))
  })
