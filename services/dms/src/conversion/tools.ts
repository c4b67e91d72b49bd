import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { type FileKind, HEIF } from '../core/file-kind.ts'

export const TOOLS = [
  'pdftoppm',
  'pdftotext',
  'pdfinfo',
  'ffmpeg',
  'heif-convert',
  'soffice',
] as const
export type ToolName = (typeof TOOLS)[number]

/** What the machine has to make previews with, and to keep the tools apart with. */
export interface Tools {
  /** Path of a tool; undefined when it is not installed. */
  find(tool: ToolName): string | undefined
  /** What goes before a command so that it has no network and ends with this process. */
  isolation(): Promise<Isolation>
}

export interface Isolation {
  /** Command and arguments that start another command in a network and process space of its own. */
  readonly prefix: readonly string[]
  readonly hasNoNetwork: boolean
  /** Path of `prlimit`; without it memory and CPU time are not limited. */
  readonly limiter: string | undefined
  /** Whether tools may run at all like this. */
  readonly isEnough: boolean
  /** What a tool may have at most beside the service; Infinity where the container has no limit. */
  readonly memoryBytes: number
}

const run = promisify(execFile)
const SPACES = ['--net', '--pid', '--fork', '--kill-child=KILL']

/** Of the container. The service has this much of it: a tool that takes the rest fails alone. */
const MEMORY_LIMIT = '/sys/fs/cgroup/memory.max'
const OWN_MEMORY_BYTES = 512 * 1024 ** 2

/**
 * Looks for the tools where `path` (of the environment) says, when they are first asked for.
 *
 * @param isIsolationRequired Without isolation no tool runs.
 */
export function createTools(
  path: string,
  isIsolationRequired = false,
  memoryLimit = MEMORY_LIMIT,
): Tools {
  const found = new Map<string, string | undefined>()
  const find = (name: string): string | undefined => {
    if (!found.has(name)) found.set(name, findExecutable(name, path))
    return found.get(name)
  }
  let isolation: Promise<Isolation> | undefined
  return {
    find,
    isolation: () => {
      isolation ??= Promise.all([findIsolation(find), readMemory(memoryLimit)]).then(
        ([found, memoryBytes]) => ({
          ...found,
          memoryBytes,
          isEnough: !isIsolationRequired || (found.hasNoNetwork && found.limiter !== undefined),
        }),
      )
      return isolation
    },
  }
}

/** Whether anything could read a file of this kind at all. What else there is needs no tool, or not for all of it. */
export async function hasReader(tools: Tools, kind: FileKind): Promise<boolean> {
  const readers = readersOf(kind)
  if (readers.length === 0) return true
  return (await tools.isolation()).isEnough && readers.some((tool) => tools.find(tool))
}

function readersOf(kind: FileKind): readonly ToolName[] {
  if (kind.kind === 'pdf') return ['pdfinfo', 'pdftoppm', 'pdftotext']
  if (kind.kind === 'video') return ['ffmpeg']
  if (kind.kind === 'image') return [kind.format === HEIF ? 'heif-convert' : 'ffmpeg']
  return []
}

// A word instead of a number is no limit, and so is no file: cgroups of version 1, or another system.
async function readMemory(file: string): Promise<number> {
  const limit = Number(await readFile(file, 'utf8').catch(() => 'max'))
  return Number.isNaN(limit) ? Infinity : Math.max(limit - OWN_MEMORY_BYTES, limit / 2)
}

function findExecutable(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder.startsWith('/'))
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

// Containers often forbid new name spaces, and other systems have none: what works is tried.
async function findIsolation(
  find: (name: string) => string | undefined,
): Promise<Omit<Isolation, 'isEnough' | 'memoryBytes'>> {
  const limiter = find('prlimit')
  const [setpriv, unshare] = [find('setpriv'), find('unshare')]
  if (setpriv === undefined || unshare === undefined) {
    return { prefix: [], hasNoNetwork: false, limiter }
  }
  for (const spaces of [SPACES, ['--map-root-user', ...SPACES]]) {
    const prefix = [setpriv, '--pdeathsig', 'KILL', '--', unshare, ...spaces, '--']
    try {
      await run(setpriv, [...prefix.slice(1), 'true'], { timeout: 5_000 })
      return { prefix, hasNoNetwork: true, limiter }
    } catch {
      // The next one.
    }
  }
  return { prefix: [], hasNoNetwork: false, limiter }
}
