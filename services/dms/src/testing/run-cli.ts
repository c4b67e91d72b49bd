import { startCli, type ProcessOptions } from './service-process.ts'

export interface Ended {
  readonly code: number | null
  readonly output: string
  /** What it wrote on standard error. */
  readonly complaints: string
}

/** Runs a command of the command line to its end. */
export async function runCli(options: ProcessOptions, args: readonly string[]): Promise<Ended> {
  const { done, notes } = startCli(options, args)
  const { code, output } = await done
  return { code, output, complaints: notes.join('\n') }
}

/** Lines of JSON. */
export const linesOf = (output: string) =>
  output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
