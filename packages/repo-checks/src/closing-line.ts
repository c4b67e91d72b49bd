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

/** vitest reporter: closes a run with one line over all suites, for people and for scripts. */
export class ClosingLineReporter implements Reporter {
  readonly #notes: readonly string[]
  readonly #close: (counts: Counts) => void

  /**
   * @param options.notes Lines to print before the run.
   * @param options.close What is done with the counts; by default they are printed at the end of
   *   the process.
   */
  constructor(options: { notes?: readonly string[]; close?: (counts: Counts) => void } = {}) {
    this.#notes = options.notes ?? []
    this.#close = options.close ?? printAtExit
  }

  onInit(): void {
    for (const note of this.#notes) console.log(note)
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    this.#close(count(modules, errors.length))
  }
}

let last: Counts | undefined

/**
 * Keeps the counts until the process ends: the other reporters and the teardown of the servers
 * still write after the run. In watch mode only the last run is counted.
 */
function printAtExit(counts: Counts): void {
  if (last === undefined) {
    process.once('exit', (code) => process.stdout.write(`${closingLine(last ?? counts, code)}\n`))
  }
  last = counts
}

/** The line for a run that ends with the given code: a red run never says `0 failed`. */
export function closingLine({ passed, failed, skipped }: Counts, exitCode: number): string {
  const shown = exitCode !== 0 && failed === 0 ? 1 : failed
  return `${passed} passed, ${shown} failed, ${skipped} skipped`
}
