import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Program } from './program.ts'

export interface SupervisorOptions {
  readonly logFile: string
  readonly report: (line: string) => void
  /** Called whenever the process number changes. */
  readonly onPid: () => void
}

const readyTimeoutMs = 60_000
const retryMs = 500
const steadyMs = 30_000
const firstBackoffMs = 250
const lastBackoffMs = 10_000

/** Keeps a program running once it has been ready: what dies is reported and started again. */
export class Supervised {
  readonly name: string
  readonly #program: Program
  readonly #options: SupervisorOptions
  readonly #stopping = new AbortController()
  #child: ChildProcess | undefined
  #backoffMs = firstBackoffMs

  constructor(program: Program, options: SupervisorOptions) {
    this.name = program.name
    this.#program = program
    this.#options = options
  }

  /** Undefined while it is not running. */
  get pid(): number | undefined {
    return this.#child !== undefined && isRunning(this.#child) ? this.#child.pid : undefined
  }

  /**
   * Starts the program and waits until it is ready.
   *
   * @throws Error when it ends, or is not ready within a minute.
   */
  async start(): Promise<void> {
    const { signal } = this.#stopping
    for (let retries = this.#program.startRetries; ; retries -= 1) {
      try {
        await this.#startOnce()
        return
      } catch (error) {
        if (retries > 0) await pause(retryMs, signal)
        if (retries === 0 || signal.aborted) throw error
      }
    }
  }

  async #startOnce(): Promise<void> {
    const child = spawnProgram(this.#program, this.#options.logFile)
    this.#child = child
    child.once('exit', () => this.#options.onPid())
    this.#options.onPid()
    await waitReady(this.#program, child, this.#stopping.signal)
    void this.#watch(child)
  }

  /** Asks it to stop, and insists when that takes too long. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const child = this.#child
    if (child === undefined || !isRunning(child)) return
    const ended = once(child, 'exit')
    const insist = setTimeout(() => child.kill('SIGKILL'), this.#program.stopTimeoutMs)
    await this.#program.requestStop(child)
    await ended
    clearTimeout(insist)
  }

  async #watch(child: ChildProcess): Promise<void> {
    const readyAt = performance.now()
    if (isRunning(child)) await once(child, 'exit')
    if (performance.now() - readyAt > steadyMs) this.#backoffMs = firstBackoffMs
    let reason = endOf(child)
    while (!this.#stopping.signal.aborted) {
      this.#options.report(`${this.name} ended (${reason}); starting it again`)
      await this.#backOff()
      if (this.#stopping.signal.aborted) return
      const startedAt = performance.now()
      try {
        await this.start()
        const seconds = (performance.now() - startedAt) / 1000
        this.#options.report(`${this.name} is ready again after ${seconds.toFixed(1)} s`)
        return
      } catch (error) {
        reason = error instanceof Error ? error.message : 'failed'
      }
    }
  }

  async #backOff(): Promise<void> {
    await pause(this.#backoffMs, this.#stopping.signal)
    this.#backoffMs = Math.min(this.#backoffMs * 2, lastBackoffMs)
  }
}

// It rejects only when the signal ends it, which whoever waits sees for itself.
const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {})

const isRunning = (child: ChildProcess) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null

function spawnProgram(program: Program, logFile: string): ChildProcess {
  // The log is the child's own: nothing is lost when the launcher dies, nothing passes through it.
  const log = openSync(logFile, 'a', 0o600)
  try {
    const child = spawn(program.command, program.args, {
      cwd: program.cwd,
      env: program.env,
      stdio: program.guarded ? ['ignore', log, log, 'ipc'] : ['ignore', log, log],
      // A group of its own: Ctrl-C reaches the launcher alone, which stops things in order.
      detached: process.platform !== 'win32',
      windowsHide: true,
      ...(program.uid === undefined ? {} : { uid: program.uid }),
      ...(program.gid === undefined ? {} : { gid: program.gid }),
    })
    // Failing to spawn at all also ends in "exit"-less silence; waitReady sees the missing pid.
    child.on('error', () => {})
    return child
  } finally {
    closeSync(log)
  }
}

async function waitReady(program: Program, child: ChildProcess, stopping: AbortSignal) {
  const end = performance.now() + readyTimeoutMs
  for (;;) {
    if (child.pid === undefined) throw new Error(`${program.command} cannot be run`)
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(endOf(child))
    if (await program.isReady(child)) return
    if (stopping.aborted) throw new Error('stopped')
    if (performance.now() > end) {
      child.kill('SIGKILL')
      throw new Error(`not ready after ${readyTimeoutMs / 1000} s`)
    }
    await sleep(50)
  }
}

function endOf(child: ChildProcess): string {
  return child.signalCode === null ? `exit code ${child.exitCode}` : `signal ${child.signalCode}`
}
