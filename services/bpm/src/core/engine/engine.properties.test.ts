import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compile, readDefinition } from '../definition/compile.ts'
import { withRepairs } from '../definition/repair/plan.ts'
import { repair } from '../definition/repair/run.ts'
import { findProblems } from '../definition/validate.ts'
import { playProcess, type Play, validate } from '../testing.ts'
import { drawFrom } from './testing/draw.testing.ts'
import {
  approveAll,
  attempt,
  goOn,
  held,
  isRunning,
  replay,
  type Versions,
} from './testing/random-actions.testing.ts'
import { blocks, type Block } from './testing/random-blocks.testing.ts'
import {
  SENT,
  TIMED,
  toBpmn,
  variablesArbitrary,
  type Also,
} from './testing/random-processes.testing.ts'
import { REFUSED, tables, withTables } from './testing/random-services.testing.ts'
import {
  decidedOtherwise,
  lengthened,
  renamed,
  unframed,
} from './testing/random-versions.testing.ts'
import { tangles } from './testing/random-tangles.testing.ts'
import { expectSound, final } from './testing/soundness.testing.ts'

const declared = Array.from({ length: 8 }, (_, index) => ({
  name: `v${index}`,
  type: 'boolean' as const,
}))
const root = { userId: 'root', administrator: true }
const numbers = fc.array(fc.nat(1000), { minLength: 20, maxLength: 200 })

const kinds = [undefined, 'message', 'time', 'handler', 'alone'] as const
/** Start events beside the plain one. */
const starts = new Map<Also | undefined, string>([
  ['message', SENT],
  ['time', TIMED],
])

/** The process itself, the same with one step more, decided in other ways, and under other names. */
async function versionsOf(block: Block, also?: Also): Promise<Versions> {
  const xml = toBpmn(block, also)
  const other = renamed(xml)
  const back = Object.fromEntries(Object.entries(other.nodes).map(([id, later]) => [later, id]))
  return new Map([
    ['first', { process: await compile(xml), nodes: back }],
    ['longer', { process: await compile(toBpmn(lengthened(block), also)), nodes: back }],
    ['otherwise', { process: await compile(toBpmn(decidedOtherwise(block), also)), nodes: back }],
    ['renamed', { process: await compile(other.xml), nodes: other.nodes }],
  ])
}

/** Whoever is handed one seat has no second one to take: that nobody is left for those who were added is no fault. */
const incidentsOf = (game: Play) =>
  game.effects.filter((one) => one.kind === 'incident' && one.reason !== 'nobody_to_escalate_to')

/** By ends alone: as rejected where one that rejects was reached. */
function expectEnded(game: Play): void {
  const isRefused = game.effects.some(
    (one) => one.kind === 'nodeLeft' && one.node.startsWith(REFUSED),
  )
  expect(game.state().status).toBe(isRefused ? 'REJECTED' : 'APPROVED')
  expect(game.effects.filter(({ kind }) => kind === 'incident')).toEqual([])
}

/** Nothing but joins waits, and the administrators were told. */
function expectStuck(game: Play): void {
  const { tokens, scopes } = game.state().execution
  const holders = new Set(scopes.map(({ token }) => token.id))
  expect(tokens.every(({ id, on }) => on === 'flow' || holders.has(id))).toBe(true)
  expect(game.effects).toContainEqual(expect.objectContaining({ reason: 'join_waits_forever' }))
}

describe('random well-structured processes', () => {
  it('have no problems, and every path ends with nothing left over', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, variablesArbitrary, numbers, async (block, variables, random) => {
        const xml = toBpmn(block)
        expect(await validate(xml, declared)).toEqual([])
        for (const also of kinds.slice(1)) {
          expect(await validate(toBpmn(block, also), declared)).toEqual([])
        }
        const game = playProcess(await compile(xml), { variables })
        approveAll(game, drawFrom(random))
        expectEnded(game)
      }),
      { numRuns: 150 },
    )
  })

  it('end as well where a repair has drawn the starts and ends that BPMN implies', async () => {
    let implied = 0
    await fc.assert(
      fc.asyncProperty(blocks, variablesArbitrary, numbers, async (block, variables, random) => {
        const { xml, left } = unframed(toBpmn(block))
        implied += left
        const look = async (bpmnXml: string) => {
          const read = await readDefinition(bpmnXml)
          const about = { read, key: undefined, people: new Map() }
          const problems = withRepairs(bpmnXml, about, findProblems(read, declared))
          return { problems, warnings: [] }
        }
        const { bpmnXml, looked } = await repair(xml, 'safe', look)
        expect(looked.problems).toEqual([])
        const game = playProcess(await compile(bpmnXml), { variables })
        approveAll(game, drawFrom(random))
        expectEnded(game)
      }),
      { numRuns: 40 },
    )
    expect(implied).toBeGreaterThan(40)
  })

  it('end, too, where the numbers that are drawn would begin the same beside them for ever', async () => {
    const asked = { kind: 'task', mode: '', people: 1, more: '' } as const
    const body = { kind: 'loop', body: asked } as const
    const handled = { kind: 'handled', by: 'message', alone: false, body } as const
    const branches = [handled, { kind: 'subProcess', body: asked, limited: false }] as const
    const xml = toBpmn({ kind: 'split', gateway: 'parallel', branches })
    const game = playProcess(await compile(xml))
    // Always the last thing that could be done, which is the message.
    approveAll(game, (length) => Math.max(length - 1, 0))
    expect(game.state().status).toBe('APPROVED')
  })

  it('fire each join once in a run without loops', async () => {
    const isOnce = (block: Block) => !/"kind":"(?:again|counted)"/.test(JSON.stringify(block))
    const straight = blocks.filter(isOnce)
    await fc.assert(
      fc.asyncProperty(straight, variablesArbitrary, numbers, async (block, variables, random) => {
        const game = playProcess(await compile(toBpmn(block)), { variables })
        approveAll(game, drawFrom(random))
        const left = game.effects.flatMap((effect) =>
          effect.kind === 'nodeLeft' && effect.node.startsWith('join') ? [effect.node] : [],
        )
        expect(new Set(left).size).toBe(left.length)
      }),
      { numRuns: 100 },
    )
  })

  it('survive random actions: they still end, and the log replays to the same state', async () => {
    const done = new Set<string>()
    await fc.assert(
      fc.asyncProperty(blocks, variablesArbitrary, numbers, async (drawn, variables, random) => {
        const draw = drawFrom(random)
        const block = draw(3) === 0 ? withTables(drawn) : drawn
        const also = kinds[draw(kinds.length)]
        const versions = await versionsOf(block, also)
        const process = await compile(toBpmn(block, also))
        const at = starts.get(also)
        const game = playProcess(process, { variables, tables, started: at === undefined })
        if (at !== undefined) game.must({ kind: 'start', at, actor: { userId: 'ann' } })
        for (let count = 0; count < 25 && isRunning(game); count += 1) {
          attempt(game, draw, versions)
        }
        approveAll(game, draw)
        expect(final).toContain(game.state().status)
        expect(incidentsOf(game)).toEqual([])
        expect(replay(game, variables, versions)).toEqual(game.state())
        for (const { kind } of game.log) done.add(kind)
      }),
      { numRuns: 200 },
    )
    expect([...done]).toEqual(
      expect.arrayContaining([
        'return',
        'takeBack',
        'migrate',
        'callEnded',
        'callEscalated',
        'fireTimer',
        'message',
        'signal',
        'updateVariables',
        'resume',
      ]),
    )
  })

  it('go on from wherever an administrator jumps to, and end from there', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, variablesArbitrary, numbers, async (block, variables, random) => {
        const game = playProcess(await compile(toBpmn(block)), { variables })
        const draw = drawFrom(random)
        const nodes = [...game.process.nodes.keys()]
        for (let count = 0; count < 5 && isRunning(game); count += 1) {
          const to = nodes[draw(nodes.length)] ?? ''
          const jump = { kind: 'jump', to, force: true, actor: root } as const
          if (game.try(jump).kind === 'applied') game.must(jump)
          expectSound(game)
          attempt(game, draw, new Map())
        }
        approveAll(game, draw)
        // A jump into one branch leaves the join behind it without the others: it says so.
        if (isRunning(game)) {
          expectStuck(game)
          game.must({ kind: 'jump', to: 'end', force: true, actor: root })
        }
        expect(final).toContain(game.state().status)
        expectSound(game)
        expect(replay(game, variables)).toEqual(game.state())
      }),
      { numRuns: 150 },
    )
  })

  it('keep a state whose size does not grow with the rounds', async () => {
    const loop = { kind: 'loop', body: { kind: 'task', mode: '', people: 1, more: '' } } as const
    const game = playProcess(await compile(toBpmn(loop)))
    const sizes = Array.from({ length: 50 }, () => {
      game.approve('task5')
      game.reject('check3')
      return JSON.stringify(game.state()).replaceAll(/\d+/g, '0').length
    })
    expect(sizes.at(-1)).toBe(sizes[5])
  })
})

describe('random processes of any shape', () => {
  it('are refused, or end, or go on asking people, or say where they are stuck', async () => {
    let published = 0
    await fc.assert(
      fc.asyncProperty(tangles, variablesArbitrary, numbers, async (xml, variables, random) => {
        if ((await validate(xml, declared)).length > 0) return
        published += 1
        const game = playProcess(await compile(xml), { variables })
        const draw = drawFrom(random)
        for (let count = 0; count < 60 && isRunning(game) && held(game).length > 0; count += 1) {
          if (count > 10) goOn(game, draw)
          else attempt(game, draw, new Map())
        }
        expect(replay(game, variables)).toEqual(game.state())
        if (!isRunning(game) || held(game).length > 0) return
        expectStuck(game)
      }),
      { numRuns: 150 },
    )
    expect(published).toBeGreaterThan(10)
  })
})
