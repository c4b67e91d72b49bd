import { expect, it } from 'vitest'
import type { Command } from './engine/command.ts'
import { causeOfRefused, isStillOpen, type OpenIncident } from './incident.ts'
import { bpmn, end, flows, play, start, user, type Play } from './testing.ts'

const root = { userId: 'root', administrator: true }
const app = { userId: 'app' }
const jumpTo = (...to: readonly string[]): Command => ({
  kind: 'jump',
  to,
  actor: root,
  force: true,
})
const incident = (kind: OpenIncident['kind'], cause: string, nodeId: string | null = null) => ({
  id: 'i',
  kind,
  cause,
  nodeId,
  nodeName: null,
  code: 'c',
})
/** Whether it is open after this command. */
const isOpenAfter = (game: Play, command: Command, one: OpenIncident): boolean => {
  const { state, stuck } = game.must(command)
  return isStillOpen(one, { command, state, stuck, process: game.process })
}

const inARow = bpmn(start + user('a') + user('b') + end + flows('start -> a -> b -> end'))

it('of a resubmission is open while it can be resubmitted, and over when a jump leads on', async () => {
  const game = await play(inARow, { variables: { amount: 1 } })
  const stuck = incident('no_way_on', 'action resubmit')
  game.must({ kind: 'return', task: game.task('a').key, actor: { userId: 'a' }, to: 'initiator' })

  const changed: Command = { kind: 'updateVariables', variables: { amount: 2 }, actor: app }
  expect(isOpenAfter(game, changed, stuck)).toBe(true)
  expect(isOpenAfter(game, { kind: 'suspend', actor: root }, stuck)).toBe(true)
  expect(isOpenAfter(game, { kind: 'resume', actor: root }, stuck)).toBe(true)
  expect(isOpenAfter(game, jumpTo('b'), stuck)).toBe(false)
})

it('of a message is its own, open while something waits for it', async () => {
  const receive = (id: string) => `<receiveTask id="${id}" messageRef="m_${id}"/>`
  const xml = bpmn(
    `${start}<parallelGateway id="fork"/><parallelGateway id="join"/>${receive('paid')}${receive('sent')}${user('a')}${end}` +
      flows('start -> fork -> paid -> join -> a -> end', 'fork -> sent -> join'),
  ).replace(
    '<process',
    '<message id="m_paid" name="paid"/><message id="m_sent" name="sent"/><process',
  )
  const game = await play(xml)
  const message = (name: string): Command => ({ kind: 'message', name, actor: app })
  const ofPaid = incident('no_way_on', causeOfRefused(message('paid')))
  const ofSent = incident('no_way_on', causeOfRefused(message('sent')))

  expect(ofPaid.cause).toBe('action message paid')
  const after = game.must(message('sent'))
  const given = { ...after, command: message('sent'), process: game.process }
  expect([isStillOpen(ofSent, given), isStillOpen(ofPaid, given)]).toEqual([false, true])
  expect(isOpenAfter(game, jumpTo('a'), ofPaid)).toBe(false)
})

it.each(['a', 'b'])('of an escalation to nobody is over when a jump leads to %s', async (to) => {
  const game = await play(inARow)
  const stuck = incident('nobody_to_escalate_to', 'nobody_to_escalate_to a', 'a')
  const changed: Command = { kind: 'updateVariables', variables: {}, actor: app }
  expect(isOpenAfter(game, changed, stuck)).toBe(true)
  expect(isOpenAfter(game, jumpTo(to), stuck)).toBe(false)
})
