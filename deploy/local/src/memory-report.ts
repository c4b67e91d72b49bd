import { readdir, readFile } from 'node:fs/promises'

export interface Memory {
  /** Proportional: pages that processes share are divided among them, so that sums are true. */
  readonly pssMiB: number
  /** Resident: shared pages count in full for each process. */
  readonly rssMiB: number
}

/** Memory of a process and all below it. Linux alone tells. */
export async function readMemory(pid: number): Promise<Memory> {
  const family = await listFamily(pid)
  const parts = await Promise.all(family.map(readOne))
  return parts.reduce((sum, part) => ({
    pssMiB: sum.pssMiB + part.pssMiB,
    rssMiB: sum.rssMiB + part.rssMiB,
  }))
}

async function readOne(pid: number): Promise<Memory> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024
  return { pssMiB: read('Pss'), rssMiB: read('Rss') }
}

/** A process and all below it. */
export async function listFamily(pid: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    // The command in parentheses may hold anything; what follows it is numbers.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (parent !== undefined) parents.set(Number(name), Number(parent))
  }
  const family = [pid]
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child)
  }
  return family
}
