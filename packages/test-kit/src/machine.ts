import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'

/** Instructions that decide how fast tokens and hashes are: figures of two machines differ by them first. */
const telling = ['sha_ni', 'avx512ifma', 'vaes', 'sha2', 'sha512', 'pmull']

export interface Machine {
  readonly processor: string
  readonly cores: number
  /** Those of the telling instructions that the processor has; undefined where the system does not say. */
  readonly instructions: readonly string[] | undefined
  readonly node: string
  readonly system: string
}

export function readMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() || 'unknown',
    cores: cpus().length,
    instructions: readInstructions(),
    node: process.versions.node,
    system: `${process.platform} ${process.arch}`,
  }
}

function readInstructions(): readonly string[] | undefined {
  if (process.platform !== 'linux') return undefined
  const [, flags] =
    /^(?:flags|Features)\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8')) ?? []
  if (flags === undefined) return undefined
  const known = new Set(flags.trim().split(' '))
  return telling.filter((name) => known.has(name))
}

/** Processes that wanted a processor, on average of the last minute. */
export const readLoad = (): string => (loadavg()[0] ?? 0).toFixed(1)

/** The line that stands above figures. @param when At which end of the measurement the load was read. */
export function describeMachine(when: 'at the start' | 'at the end' = 'at the start'): string {
  const { processor, cores, instructions, node } = readMachine()
  const has =
    instructions === undefined ? '' : ` (${instructions.join(', ') || 'no sha_ni, no avx512ifma'})`
  return `Machine: ${processor}${has}, ${cores} cores, Node ${node}, load ${readLoad()} ${when}.`
}

export interface Speeds {
  /** RSA-2048 with SHA-256, per second of one core. */
  readonly signatures: number
  readonly verifications: number
  /** SHA-256 of blocks of 16 KiB, 10^6 bytes per second of one core. */
  readonly hashedMegabytes: number
}

/** What the OpenSSL inside Node makes of this processor: about a second and a half of work. */
export function measureSpeeds(): Speeds {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicKey = createPublicKey(privateKey)
  const block = Buffer.alloc(16_384, 7)
  const signature = sign('RSA-SHA256', block, privateKey)
  return {
    signatures: countPerCpuSecond(() => sign('RSA-SHA256', block, privateKey)),
    verifications: countPerCpuSecond(() => verify('RSA-SHA256', block, publicKey, signature)),
    hashedMegabytes:
      (countPerCpuSecond(() => createHash('sha256').update(block).digest()) * block.length) / 1e6,
  }
}

function countPerCpuSecond(work: () => unknown): number {
  for (let i = 0; i < 50; i++) work()
  const start = process.cpuUsage()
  let count = 0
  let spent = 0
  while (spent < 500_000) {
    for (let i = 0; i < 50; i++) work()
    count += 50
    const { user, system } = process.cpuUsage(start)
    spent = user + system
  }
  return Math.round((count / spent) * 1e6)
}
