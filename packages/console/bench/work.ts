import type { CDPSession } from 'playwright-core'

/** What the page's main thread worked, at the slowed speed, in milliseconds of its processor time. */
export interface Work {
  readonly all: number
  readonly script: number
  /** Style and layout. */
  readonly layout: number
}

/**
 * Since the page was opened. The session must have enabled `Performance` with `threadTicks`, which
 * count what the thread worked and not what it waited for others on the same processor.
 */
export async function readWork(session: CDPSession): Promise<Work> {
  const { metrics } = await session.send('Performance.getMetrics')
  const ms = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000
  return {
    all: ms('TaskDuration'),
    script: ms('ScriptDuration'),
    layout: ms('LayoutDuration') + ms('RecalcStyleDuration'),
  }
}
