import { spawn } from 'node:child_process'
import type { ToolName, Tools } from './tools.ts'

export interface ToolRun {
  readonly tool: ToolName
  readonly args: readonly string[]
  /** Where it runs; its home and its place for temporary files as well. */
  readonly directory: string
  readonly timeoutMs: number
  readonly memoryBytes: number
  /** Largest file it may write. */
  readonly fileBytes: number
  readonly signal?: AbortSignal | undefined
}

/** The tool is not installed, or may not run as it would have to. */
export class ToolMissing extends Error {
  override readonly name = 'ToolMissing'
  readonly tool: string

  constructor(tool: string) {
    super(`${tool} is not there`)
    this.tool = tool
  }
}

/** The tool did not do its work: it refused the file, or went over a limit. */
export class ToolFailed extends Error {
  override readonly name = 'ToolFailed'
}

const MAX_OUTPUT_BYTES = 64 * 1024
const MAX_OPEN_FILES = 512

/**
 * Runs a tool on a file that nobody trusts: in a process group of its own that is killed as a whole,
 * with limits on time, memory and size of what it writes, with an environment that holds no secret,
 * and where the system lets us without any network.
 *
 * @returns what it printed, at most 64 KiB of it.
 */
export async function runTool(tools: Tools, options: ToolRun): Promise<string> {
  const path = tools.find(options.tool)
  if (path === undefined) throw new ToolMissing(options.tool)
  const { prefix, limiter, isEnough, memoryBytes } = await tools.isolation()
  if (!isEnough) throw new ToolMissing('isolation')
  const [command = '', ...args] = [
    ...prefix,
    ...(limiter === undefined ? [] : [limiter, ...limitsOf(options, memoryBytes), '--']),
    path,
    ...options.args,
  ]
  options.signal?.throwIfAborted()
  const child = spawn(command, args, {
    cwd: options.directory,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(options.directory),
  })
  const output = collect(child.stdout)
  const errors = collect(child.stderr)
  const signals = [
    AbortSignal.timeout(options.timeoutMs),
    ...(options.signal ? [options.signal] : []),
  ]
  const ended = AbortSignal.any(signals)
  const stop = () => killGroup(child.pid)
  ended.addEventListener('abort', stop)
  try {
    const end = await new Promise<{ code: number | null; signal: string | null }>(
      (resolve, reject) => {
        child.once('error', reject)
        // What it started and left behind would hold its pipes open.
        child.once('exit', stop)
        child.once('close', (code, signal) => resolve({ code, signal }))
      },
    )
    options.signal?.throwIfAborted()
    if (ended.aborted) throw new ToolFailed(`${options.tool} took too long`)
    if (end.code !== 0) {
      const why = end.signal ?? `code ${end.code ?? ''}`
      throw new ToolFailed(`${options.tool} ended with ${why}: ${errors().slice(0, 300)}`)
    }
    return output()
  } finally {
    ended.removeEventListener('abort', stop)
  }
}

function limitsOf({ timeoutMs, memoryBytes, fileBytes }: ToolRun, mostMemory: number): string[] {
  return [
    `--as=${Math.floor(Math.min(memoryBytes, mostMemory))}`,
    `--cpu=${Math.ceil(timeoutMs / 1000)}`,
    `--fsize=${fileBytes}`,
    '--core=0',
    `--nofile=${MAX_OPEN_FILES}`,
  ]
}

// A proxy that nobody listens at, for systems without network spaces.
const NOWHERE = 'http://127.0.0.1:9'

const environment = (directory: string) => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: directory,
  TMPDIR: directory,
  XDG_CACHE_HOME: directory,
  XDG_RUNTIME_DIR: directory,
  LANG: 'C.UTF-8',
  http_proxy: NOWHERE,
  https_proxy: NOWHERE,
  ftp_proxy: NOWHERE,
  all_proxy: NOWHERE,
})

function collect(stream: NodeJS.ReadableStream): () => string {
  const parts: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    if (size < MAX_OUTPUT_BYTES) parts.push(chunk.subarray(0, MAX_OUTPUT_BYTES - size))
    size += chunk.length
  })
  return () => Buffer.concat(parts).toString('utf8').trim()
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    // oxlint-disable-next-line no-restricted-globals -- a group can be killed in no other way
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}
