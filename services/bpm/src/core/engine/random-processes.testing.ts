import fc from 'fast-check'
import { bpmn, flows } from '../testing.ts'

/** A block of a well-structured process: it has one way in and one way out. */
export type Block =
  | { readonly kind: 'task'; readonly mode: string; readonly people: number; readonly more: string }
  | { readonly kind: 'row'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'split'
      readonly gateway: 'exclusive' | 'inclusive' | 'parallel'
      readonly branches: readonly Block[]
    }
  | { readonly kind: 'loop'; readonly body: Block }
  | { readonly kind: 'subProcess'; readonly body: Block }

const modes = [
  '',
  '<approval:decision mode="all"/>',
  '<approval:decision mode="any"/>',
  '<approval:decision mode="sequential"/>',
  '<approval:decision mode="ratio" threshold="0.5"/>',
  '<approval:decision mode="count" threshold="2"/>',
]
const policies = [
  '',
  '<approval:policy duplicates="any"/>',
  '<approval:policy duplicates="consecutive"/>',
]

const task = fc.record({
  kind: fc.constant('task' as const),
  mode: fc.constantFrom(...modes),
  people: fc.integer({ min: 1, max: 3 }),
  more: fc.constantFrom(...policies),
})

export const blocks: fc.Arbitrary<Block> = fc.letrec<{ block: Block }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    task,
    fc.record({
      kind: fc.constant('row' as const),
      blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('split' as const),
      gateway: fc.constantFrom('exclusive' as const, 'inclusive' as const, 'parallel' as const),
      branches: fc.array(tie('block'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('loop' as const), body: tie('block') }),
    fc.record({ kind: fc.constant('subProcess' as const), body: tie('block') }),
  ),
})).block

/**
 * Writes a block as BPMN. Conditions read the boolean variables `v0` … `v7`; a loop goes round as
 * long as the check task behind its body is rejected.
 */
export function toBpmn(block: Block): string {
  let count = 0
  const name = (kind: string) => `${kind}${(count += 1)}`

  const write = (one: Block): { xml: string; first: string; last: string } => {
    switch (one.kind) {
      case 'task': {
        const id = name('task')
        const people = ['p', 'q', 'r'].slice(0, one.people)
        return { xml: userTask(id, people, one.mode + one.more), first: id, last: id }
      }
      case 'row': {
        const parts = one.blocks.map(write)
        const links = parts
          .slice(1)
          .map((part, index) => flows(`${parts[index]?.last} -> ${part.first}`))
        return {
          xml: parts.map(({ xml }) => xml).join('') + links.join(''),
          first: parts[0]?.first ?? '',
          last: parts.at(-1)?.last ?? '',
        }
      }
      case 'split': {
        const open = name('split')
        const close = name('join')
        const parts = one.branches.map(write)
        const fallback = one.gateway === 'parallel' ? '' : ` default="${open}_${parts[0]?.first}"`
        const links = parts.map(({ first, last }, index) => {
          const condition =
            one.gateway === 'parallel' || index === 0 ? '' : ` : v${(count + index) % 8}`
          return flows(`${open} -> ${first}${condition}`, `${last} -> ${close}`)
        })
        return {
          xml: `<${one.gateway}Gateway id="${open}"${fallback}/><${one.gateway}Gateway id="${close}"/>${parts.map(({ xml }) => xml).join('')}${links.join('')}`,
          first: open,
          last: close,
        }
      }
      case 'loop': {
        const enter = name('enter')
        const leave = name('leave')
        const check = name('check')
        const body = write(one.body)
        return {
          xml: `<exclusiveGateway id="${enter}"/>${body.xml}${userTask(check, ['c'], '<approval:decision onReject="continue"/>')}
            <exclusiveGateway id="${leave}" default="${leave}_${leave}x"/>${userTask(`${leave}x`, ['x'], '')}
            ${flows(`${enter} -> ${body.first}`, `${body.last} -> ${check} -> ${leave}`, `${leave} -> ${enter} : outcomes.${check} == "rejected"`, `${leave} -> ${leave}x`)}`,
          first: enter,
          last: `${leave}x`,
        }
      }
      case 'subProcess': {
        const id = name('sub')
        const body = write(one.body)
        return {
          xml: `<subProcess id="${id}"><startEvent id="${id}s"/>${body.xml}<endEvent id="${id}e"/>${flows(`${id}s -> ${body.first}`, `${body.last} -> ${id}e`)}</subProcess>`,
          first: id,
          last: id,
        }
      }
    }
  }
  const { xml, first, last } = write(block)
  return bpmn(
    `<startEvent id="start"/>${xml}<endEvent id="end"/>${flows(`start -> ${first}`, `${last} -> end`)}`,
  )
}

function userTask(id: string, people: readonly string[], extensions: string): string {
  const candidates = people.map((ref) => `<approval:candidate kind="user" ref="${ref}"/>`).join('')
  return `<userTask id="${id}"><extensionElements><approval:candidates>${candidates}</approval:candidates>${extensions}<approval:return to="any" resubmit="returner"/></extensionElements></userTask>`
}

export const variablesArbitrary = fc
  .array(fc.boolean(), { minLength: 8, maxLength: 8 })
  .map((values) => Object.fromEntries(values.map((value, index) => [`v${index}`, value])))

/** A process of nodes connected at random: mostly nonsense, now and then one that can be published. */
export const tangles: fc.Arbitrary<string> = fc
  .record({
    kinds: fc.array(fc.constantFrom('userTask', 'userTask', 'exclusive', 'inclusive', 'parallel'), {
      minLength: 2,
      maxLength: 8,
    }),
    edges: fc.array(fc.tuple(fc.nat(9), fc.nat(9)), { minLength: 2, maxLength: 8 }),
  })
  .map(({ kinds, edges }) => {
    const ids = kinds.map((_, index) => `n${index}`)
    // A spine through all nodes makes most of them reachable; the other edges tangle it.
    const spine = ['start', ...ids, 'end'].join(' -> ')
    const pairs = edges.map(([from, to]) => [ids[from % ids.length], ids[to % ids.length]] as const)
    const extra = new Map(pairs.map(([from, to]) => [`${from} -> ${to}`, from] as const))
    const isSpine = (path: string) => `${spine} `.includes(`${path} `)
    const nodes = kinds.map((kind, index) => {
      const id = ids[index] ?? ''
      if (kind === 'userTask') return userTask(id, ['p'], '')
      const next = ids[index + 1] ?? 'end'
      const fallback = kind === 'parallel' ? '' : ` default="${id}_${next}"`
      return `<${kind}Gateway id="${id}"${fallback}/>`
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
