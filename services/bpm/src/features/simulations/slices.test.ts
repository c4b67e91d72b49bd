import { setImmediate as letOthers } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Block } from '../../core/engine/testing/random-blocks.testing.ts'
import { toBpmn } from '../../core/engine/testing/random-processes.testing.ts'
import { pastOf } from '../../core/simulation/past.testing.ts'
import { play } from '../../core/testing.ts'
import { createTenant, useService } from '../../testing/service.testing.ts'
import { simulateOne } from './simulate-one.ts'

const service = useService()

it('lets others go first in the longest of replays, and comes to an end', async () => {
  const { id: tenantId } = await createTenant(service())
  const loop: Block = { kind: 'loop', body: { kind: 'task', mode: '', people: 1, more: '' } }
  const game = await play(toBpmn(loop))
  game.approve('task5')
  game.reject('check3')
  game.must({ kind: 'terminate', actor: { userId: 'root', administrator: true } })
  const past = pastOf(game)
  const { deps } = service()
  // Answered at once, so that nothing but the replay itself takes time.
  const nobody = { findUsers: () => Promise.resolve(new Map()) }
  const resolve = (_: string, requests: readonly { key: string; ref?: string }[]) =>
    Promise.resolve(
      new Map(requests.map(({ key, ref = '' }) => [key, { userIds: [ref], missing: false }])),
    )
  const directory = { ...nobody, resolve }
  const about = { tenantId, bizType: 'expense', known: new Map() }

  const replayed = simulateOne({ ...deps, directory }, about, game.process, past)
  // In time of this thread alone: what compiles and collects beside it keeps nobody waiting, and the machine has others to serve.
  let longestMs = 0
  const watch = { on: true }
  const watching = (async () => {
    while (watch.on) {
      const begun = process.threadCpuUsage()
      await letOthers()
      const { user, system } = process.threadCpuUsage(begun)
      longestMs = Math.max(longestMs, (user + system) / 1000)
    }
  })()
  // Whoever rejects there does so again and again.
  expect(await replayed).toMatchObject({
    outcome: 'stuck',
    before: 'TERMINATED',
    obstacle: { reason: 'too_long' },
  })
  watch.on = false
  await watching
  expect(longestMs).toBeLessThan(50)
})
