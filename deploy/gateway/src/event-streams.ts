import { PassThrough, type Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/**
 * Answers that go on for minutes would keep the gateway from ending, so it ends them itself: whoever reads
 * events (`text/event-stream`) connects again, and finds another gateway.
 *
 * Kept by: deploy/gateway/src/drain.test.ts "ends streams of events, and waits for every other answer"
 */
export function createEventStreams(app: FastifyInstance) {
  const open = new Set<() => void>()
  let isEnding = false
  app.addHook('preClose', async () => {
    isEnding = true
    for (const end of open) end()
  })
  /** The same bytes, until the gateway ends. */
  return (stream: Readable): Readable => {
    const passed = new PassThrough()
    const end = () => {
      stream.unpipe(passed)
      passed.end()
      stream.once('error', () => {}).destroy()
    }
    open.add(end)
    stream.once('error', (error) => passed.destroy(error))
    passed.once('close', () => {
      open.delete(end)
      stream.once('error', () => {}).destroy()
    })
    stream.pipe(passed)
    // Its headers came after the others had been ended.
    if (isEnding) end()
    return passed
  }
}
