import { describe, expect, it } from 'vitest'
import { compile } from '../definition/compile.ts'
import { bpmn, end, flows, playProcess, start, user } from '../testing.ts'

const actor = { userId: 'ann' }
const message = '<startEvent id="sent"><messageEventDefinition/></startEvent>'
const timed =
  '<startEvent id="timed"><extensionElements><approval:start initiator="ann"/></extensionElements><timerEventDefinition><timeCycle>R/P1M</timeCycle></timerEventDefinition></startEvent>'
const drawn = (starts: string, ...ways: string[]) =>
  compile(bpmn(starts + user('a') + user('b') + user('c') + end + flows(...ways, 'c -> end')))

const three = () =>
  drawn(start + message + timed, 'start -> a -> c', 'sent -> b -> c', 'timed -> c')

describe('an approval', () => {
  it.each([
    [undefined, 'a/a'],
    ['sent', 'b/b'],
    ['timed', 'c/c'],
  ])('begins at the start event that is said: %s', async (at, open) => {
    const game = playProcess(await three(), { started: false })
    game.must({ kind: 'start', actor, ...(at === undefined ? {} : { at }) })
    expect(game.open()).toEqual([open])
  })

  it('begins behind a receive task by whose message it is started, and asks nobody to send it again', async () => {
    const task = '<receiveTask id="sent" instantiate="true"/>'
    const process = await compile(bpmn(task + user('a') + end + flows('sent -> a -> end')))
    const game = playProcess(process, { started: false })
    game.must({ kind: 'start', actor, at: 'sent' })
    expect(game.open()).toEqual(['a/a'])
    game.approve('a')
    expect(game.state().status).toBe('APPROVED')
  })

  it('begins there again when it is resubmitted', async () => {
    const game = playProcess(await three(), { started: false })
    game.must({ kind: 'start', actor, at: 'sent' })
    game.approve('b')
    game.act('c', 'c', { kind: 'return', to: 'initiator', resubmit: 'rerun' })
    game.must({ kind: 'updateVariables', variables: {}, actor })
    game.must({ kind: 'resubmit', variables: {}, actor })
    expect(game.open()).toEqual(['b/b'])
  })

  it('that has moved begins where its start event is called now, or at that of the process', async () => {
    const renamed = await drawn(
      start + message.replace('sent', 'ordered'),
      'start -> a -> c',
      'ordered -> b -> c',
    )
    const without = await drawn(start, 'start -> a -> b -> c')
    for (const [to, nodes, open] of [
      [renamed, { sent: 'ordered' }, 'b/b'],
      [without, {}, 'a/a'],
    ] as const) {
      const game = playProcess(await three(), { started: false })
      game.must({ kind: 'start', actor, at: 'sent' })
      game.act('b', 'b', { kind: 'return', to: 'initiator', resubmit: 'rerun' })
      game.must({ kind: 'updateVariables', variables: {}, actor })
      expect(game.migrate(to, { definitionId: 'other', nodes }).kind).toBe('applied')
      game.must({ kind: 'resubmit', variables: {}, actor })
      expect(game.open()).toEqual([open])
    }
  })
})
