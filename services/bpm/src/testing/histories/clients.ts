import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { programEnvironment } from '@countersign/test-kit/programs'
import type { Operation, Order, Settings } from './operations.ts'

/** A process of clients, which does several things at once. */
export interface ClientProcess {
  readonly carryOut: (order: Order) => Promise<readonly Operation[]>
  readonly stop: () => Promise<void>
}

interface Answer {
  readonly number: number
  readonly operations?: readonly Operation[]
  readonly error?: string
}

export function startClients(settings: Settings): ClientProcess {
  const program = fileURLToPath(new URL('client.ts', import.meta.url))
  const child = fork(program, [JSON.stringify(settings)], {
    execArgv: ['--conditions=source'],
    env: programEnvironment(),
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  child.on('message', (answer: Answer) => {
    waiting.get(answer.number)?.(answer)
    waiting.delete(answer.number)
  })
  child.once('exit', () => {
    for (const [number, tell] of waiting) tell({ number, error: 'the clients have ended' })
  })
  let numbers = 0
  return {
    carryOut: (order) =>
      new Promise((resolve, reject) => {
        const number = numbers++
        waiting.set(number, ({ operations, error }) =>
          operations === undefined ? reject(new Error(error)) : resolve(operations),
        )
        child.send({ number, order })
      }),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
