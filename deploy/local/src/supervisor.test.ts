import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@countersign/test-kit/ports'
import { afterEach, describe, expect, it } from 'vitest'
import { isAlive } from './processes.ts'
import { nodeArguments, type Program } from './program.ts'
import { Supervised } from './supervisor.ts'

const cleanups: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

async function setup(mode: string, over: Partial<Program> = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-supervisor-'))
  cleanups.push(() => rm(dir, { recursive: true, force: true }))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const program: Program = {
    name: 'sample',
    command: process.execPath,
    args: nodeArguments(new URL('./fixtures/server.ts', import.meta.url), [mode, String(port)]),
    env: {},
    cwd: dir,
    guarded: true,
    // The stubborn one is waited for as long as this.
    stopTimeoutMs: 5_000,
    startRetries: 0,
    isReady: () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    requestStop: (child) => void child.send('stop'),
    ...over,
  }
  const reports: string[] = []
  let pidChanges = 0
  const logFile = join(dir, 'sample.log')
  const supervised = new Supervised(program, {
    logFile,
    report: (line) => reports.push(line),
    onPid: () => (pidChanges += 1),
  })
  cleanups.push(() => supervised.stop())
  const servedBy = async () => Number(await (await fetch(url)).text())
  return { supervised, reports, logFile, servedBy, pidChanges: () => pidChanges }
}

describe('Supervised', () => {
  it('starts again what was killed, and says so', async () => {
    const { supervised, reports, servedBy, pidChanges } = await setup('serve')
    await supervised.start()
    const first = supervised.pid ?? 0
    expect(await servedBy()).toBe(first)
    process.kill(first, 'SIGKILL')
    await expect.poll(() => reports.at(-1)).toMatch(/is ready again after/)
    expect(reports[0]).toBe('sample ended (signal SIGKILL); starting it again')
    expect(supervised.pid).not.toBe(first)
    expect(await servedBy()).toBe(supervised.pid)
    expect(pidChanges()).toBe(3)
  })

  it('stops it for good', async () => {
    const { supervised, reports } = await setup('serve')
    await supervised.start()
    const pid = supervised.pid ?? 0
    await supervised.stop()
    expect(isAlive(pid)).toBe(false)
    expect(supervised.pid).toBeUndefined()
    expect(reports).toEqual([])
  })

  it('insists when it does not stop by itself', async () => {
    const { supervised } = await setup('stubborn')
    await supervised.start()
    const pid = supervised.pid ?? 0
    await supervised.stop()
    expect(isAlive(pid)).toBe(false)
  })

  it('fails at once when it does not start, and leaves the reason in the log', async () => {
    const { supervised, logFile } = await setup('crash')
    await expect(supervised.start()).rejects.toThrow('exit code 3')
    expect(await readFile(logFile, 'utf8')).toContain('this program does not start')
  })

  it('is not started any more when it is stopped before it is tried again', async () => {
    const missing = { command: '/nowhere/program', startRetries: 20 }
    const { supervised, pidChanges } = await setup('serve', missing)
    const started = supervised.start().then(() => 'started', String)
    // By then it is in the pause before the second try.
    await setImmediate()
    await supervised.stop()
    expect(await started).toBe('Error: /nowhere/program cannot be run')
    expect(pidChanges()).toBe(1)
  })

  it('ends with the launcher, also when that is killed', async () => {
    // A launcher of its own, so that it can be killed.
    const launcher = spawn(
      process.execPath,
      ['--conditions=source', fileURLToPath(new URL('./fixtures/launcher.ts', import.meta.url))],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const [line] = (await once(launcher.stdout, 'data')) as [Buffer]
    const pid = Number(line.toString())
    expect(isAlive(pid)).toBe(true)
    launcher.kill('SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})
