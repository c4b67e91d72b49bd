import { readdir, readFile } from 'node:fs/promises'

// Linux counts in ticks of a hundredth of a second, on every architecture that matters here.
const SECONDS_PER_TICK = 0.01

/** CPU seconds of a process so far, all threads; with those of the children it has outlived. */
export async function cpuOf(pid: number): Promise<number> {
  const fields = await statOf(pid)
  // After the name: utime, stime, cutime and cstime are fields 14 to 17 of proc(5).
  return sum(fields.slice(11, 15).map(Number)) * SECONDS_PER_TICK
}

/** CPU seconds of a process and of its children, those that ended included. */
export async function cpuWithChildren(pid: number): Promise<number> {
  for (;;) {
    const own = await cpuOf(pid)
    const children = await childrenOf(pid)
    const theirs = await Promise.all(children.map((child) => cpuOf(child).catch(() => 0)))
    // One that ends meanwhile is in neither, or in both.
    if ((await cpuOf(pid)) === own) return own + sum(theirs)
  }
}

/** CPU seconds that the machine has spent so far, on whatever. */
export async function cpuOfMachine(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const [user, nice, system, , , interrupts, softInterrupts] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (
    sum([user ?? 0, nice ?? 0, system ?? 0, interrupts ?? 0, softInterrupts ?? 0]) *
    SECONDS_PER_TICK
  )
}

async function childrenOf(pid: number): Promise<number[]> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(
    numbers.map(async (number) => {
      const [, parent] = await statOf(number).catch(() => ['', ''])
      return Number(parent) === pid ? [number] : []
    }),
  )
  return parents.flat()
}

async function statOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name is in brackets and may hold anything; what follows it is plain.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
