import { spawnSync } from 'node:child_process'
import { describe, expect, it, vi } from 'vitest'
import { createLogger } from './log.ts'
import { gatherLines } from './gathered-lines.ts'

const run = (ending: string) => {
  const script = new URL('./fixtures/logging.ts', import.meta.url).pathname
  const { stdout } = spawnSync(process.execPath, ['--conditions=source', script, ending], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  })
  const lines = stdout.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as { msg: string; number?: number })
}
const three = [1, 2, 3].map((number) => expect.objectContaining({ msg: 'line', number }) as unknown)

describe('lines that wait to be written', () => {
  it.each(['exit', 'error', 'last statement', 'kill a moment later'])(
    'are all there after the end by %s',
    (ending) => expect(run(ending)).toEqual(three),
  )

  it('leave before a warning, which waits for nothing', () => {
    expect(run('kill after a warning')).toEqual([
      ...three,
      expect.objectContaining({ msg: 'warning' }),
    ])
  })

  it('are written together, some time later or when they are many', () => {
    vi.useFakeTimers()
    try {
      const written: string[] = []
      const lines = gatherLines({ write: (text) => written.push(text) })
      const log = createLogger({ service: 'test', level: 'info' }, lines)
      log.info('one')
      log.info('two')
      expect(written).toEqual([])
      vi.advanceTimersByTime(100)
      expect(written.map((text) => text.trim().split('\n').length)).toEqual([2])
      for (let i = 0; i < 30; i++) log.info('x'.repeat(1_000))
      expect(written).toHaveLength(2)
      log.fatal('the last')
      expect(written).toHaveLength(3)
      expect(written[2]).toMatch(/the last"\}\n$/)
      vi.advanceTimersByTime(1_000)
      expect(written).toHaveLength(3)
    } finally {
      vi.useRealTimers()
    }
  })
})
