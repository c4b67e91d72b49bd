import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { platform } from './support/platform.ts'

// The conformance command stands in for a platform. The applications of this one trust their own
// platform alone, so nothing that it sends may be taken, however well it is made: also what a test of
// theirs, which trusts the stand-in, must take.

const cli = new URL('../packages/event-receiver/src/cli.ts', import.meta.url).pathname

async function verify(url: string): Promise<{ said: string; code: number | null }> {
  const run = spawn(process.execPath, ['--conditions=source', cli, 'verify', url, '--port', '0'])
  let said = ''
  run.stdout.on('data', (chunk) => (said += String(chunk)))
  const [code] = (await once(run, 'close')) as [number | null]
  return { said, code }
}

describe('the platform as it is started', () => {
  it.each([
    ['the sample application', () => `${platform().sampleApp.callbackOrigin}/internal/bpm-events`],
    ['dms', () => `${platform().services.dms}/internal/v1/dms/bpm-events`],
  ])('[EVT-01] takes no event of a stranger: %s', async (_, url) => {
    const { said, code } = await verify(url())

    expect(code).toBe(1)
    expect(said).toMatch(/\n0 passed, \d+ failed\n$/)
    const faults = said.split('\n').filter((line) => line.startsWith('      answered'))
    expect(faults.length).toBeGreaterThan(20)
    // Refused for who sends it: an answer of 5xx would say that nobody looked.
    expect(faults.filter((fault) => !/answered (400|401|403|413) /.test(fault))).toEqual([])
  })
})
