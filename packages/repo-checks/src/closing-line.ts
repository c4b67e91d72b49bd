import type { Reporter, TestModule } from 'vitest/node'

/** How many tests of a run ended how. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/**
 * Counts the tests of all suites. What fails outside a test (a file that does not load, a hook, an
 * unhandled rejection) counts as a failed test, so that a red run never says `0 failed`.
 */
export function count(modules: readonly TestModule[], unhandledErrors: number): Counts {
  let passed = 0
  let failed = unhandledErrors
  let skipped = 0
  for (const module of modules) {
    let failedHere = 0
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') passed += 1
      else if (state === 'failed') failedHere += 1
      else skipped += 1
    }
    failed += failedHere === 0 && !module.ok() ? 1 : failedHere
  }
  return { passed, failed, skipped }
}

export function formatCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** vitest reporter: closes a run with one line over all suites, for people and for scripts. */
export class ClosingLineReporter implements Reporter {
  readonly #notes: readonly string[]
  readonly #print: (line: string) => void

  /** @param options.notes Lines to print before the run. */
  constructor(options: { notes?: readonly string[]; print?: (line: string) => void } = {}) {
    this.#notes = options.notes ?? []
    this.#print = options.print ?? printAtExit
  }

  onInit(): void {
    for (const note of this.#notes) console.log(note)
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    this.#print(formatCounts(count(modules, errors.length)))
  }
}

let lastLine: string | undefined

/**
 * Keeps the line until the process ends: the other reporters and the teardown of the servers still
 * write after the run. In watch mode only the last run's line is printed.
 */
function printAtExit(line: string): void {
  if (lastLine === undefined) {
    process.once('exit', () => process.stdout.write(`${lastLine ?? ''}\n`))
  }
  lastLine = line
}
