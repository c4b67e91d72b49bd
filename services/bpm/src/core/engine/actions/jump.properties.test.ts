import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compile } from '../../definition/compile.ts'
import type { CompiledProcess, Node } from '../../definition/graph.ts'
import { playProcess, type Play } from '../../testing.ts'
import { drawFrom, type Draw } from '../testing/draw.testing.ts'
import { goOn, held, isRunning } from '../testing/random-actions.testing.ts'
import { blocks } from '../testing/random-blocks.testing.ts'
import { toBpmn, variablesArbitrary } from '../testing/random-processes.testing.ts'
import { expectSound, final } from '../testing/soundness.testing.ts'

// The long run: JUMP_CASES=10000.
const cases = Number(process.env['JUMP_CASES'] ?? 2_000)
const numbers = fc.array(fc.nat(1000), { minLength: 20, maxLength: 100 })
const root = { userId: 'root', administrator: true }

/** Now and then nobody is found at a task, and it passes; somebody may be the initiator, and skipped. */
function withPolicies(xml: string, draw: Draw): string {
  const policies = [
    '',
    '',
    '<approval:policy onEmpty="approve"/>',
    '<approval:policy onInitiator="skip"/>',
    '<approval:timeout in="PT1H" result="approved"/>',
  ]
  return xml.replaceAll('<approval:return', (text) => {
    const policy = policies[draw(policies.length)] ?? ''
    return `${policy}${text}`
  })
}

const places = (graph: CompiledProcess): Node[] =>
  [...graph.nodes.values()].filter(({ kind }) => kind !== 'start' && kind !== 'boundary')

const votesIn = (effects: Play['effects']) =>
  effects.filter(
    (effect) =>
      (effect.kind === 'taskChanged' && effect.cause === 'action' && isVote(effect.task.state)) ||
      // What another process came to was decided there.
      (effect.kind === 'nodeLeft' && effect.node.startsWith('call')),
  )
const isVote = (state: string) => state === 'APPROVED' || state === 'REJECTED'

/** Administrators hand what nobody was found for to somebody. */
function handOut(game: Play): void {
  for (const { key, assignee, candidates } of held(game)) {
    if (assignee !== undefined || candidates.length > 0) continue
    game.must({ kind: 'transfer', task: key, to: `helper${key}`, actor: root })
  }
}

function finish(game: Play, draw: Draw): void {
  for (let count = 0; isRunning(game) && count < 500; count += 1) {
    handOut(game)
    if (!goOn(game, draw)) return
  }
}

it('leaves no join waiting and approves nothing unvoted, wherever a jump without force leads', async () => {
  const seen = { jumped: 0, refused: 0, several: 0, ended: 0 }
  await fc.assert(
    fc.asyncProperty(blocks, variablesArbitrary, numbers, async (block, variables, random) => {
      const draw = drawFrom(random)
      const plain = toBpmn(block)
      // Rules that are there already are not said twice.
      const isRuled = /<approval:(?:policy|timeout)/.test(plain)
      const xml = isRuled ? plain : withPolicies(plain, draw)
      const initiator = draw(2) === 0 ? 'p' : 'ann'
      const people = draw(2) === 0 ? {} : { 'user:p': [], 'user:q': [] }
      const game = playProcess(await compile(xml), { variables, initiator, directory: people })
      for (let count = draw(4); count > 0 && isRunning(game); count -= 1) {
        handOut(game)
        goOn(game, draw)
      }
      if (!isRunning(game)) return
      const nodes = places(game.process)
      const to = Array.from({ length: 1 + draw(3) }, () => nodes[draw(nodes.length)]?.id ?? '')
      const jump = { kind: 'jump', to, actor: root } as const
      const before = game.effects.length
      if (game.try(jump).kind === 'refused') {
        seen.refused += 1
        return
      }
      game.must(jump)
      seen.jumped += 1
      if (new Set(to).size > 1) seen.several += 1
      expectSound(game)
      finish(game, draw)
      const since = game.effects.slice(before)
      expect(since).not.toContainEqual(expect.objectContaining({ reason: 'join_waits_forever' }))
      if (final.includes(game.state().status)) seen.ended += 1
      if (game.state().status === 'APPROVED') expect(votesIn(since)).not.toEqual([])
    }),
    { numRuns: cases },
  )
  // The property says nothing where nothing is jumped to, or refused.
  expect(Math.min(seen.refused, seen.jumped, seen.several, seen.ended)).toBeGreaterThan(cases / 20)
}, 600_000)
