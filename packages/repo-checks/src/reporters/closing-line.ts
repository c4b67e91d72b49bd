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

/** How many tests were skipped for each of these tags. */
export function countSkipped(
  modules: readonly TestModule[],
  tags: readonly string[],
): ReadonlyMap<string, number> {
  const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')])
  const counts = tags.map(
    (tag) => [tag, skipped.filter((test) => test.tags.includes(tag)).length] as const,
  )
  return new Map(counts.filter(([, number]) => number > 0))
}

/** vitest reporter: closes a run with one line over all suites, for people and for scripts. */
export class ClosingLineReporter implements Reporter {
  readonly #howToGet: ReadonlyMap<string, string>
  readonly #close: (counts: Counts, notes: readonly string[]) => void

  /**
   * @param options.howToGet What to do about a missing tool, by the tag of the tests that need it:
   *   a line for each that tests were skipped for.
   * @param options.close What is done with the counts and these lines; by default they are printed
   *   at the end of the process.
   */
  constructor(
    options: {
      howToGet?: ReadonlyMap<string, string>
      close?: (counts: Counts, notes: readonly string[]) => void
    } = {},
  ) {
    this.#howToGet = options.howToGet ?? new Map()
    this.#close = options.close ?? printAtExit
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const skipped = countSkipped(modules, [...this.#howToGet.keys()])
    const notes = [...skipped].map(
      ([tag, number]) => `${number} skipped without ${tag}: ${this.#howToGet.get(tag) ?? ''}`,
    )
    this.#close(count(modules, errors.length), notes)
  }
}

let last: { readonly counts: Counts; readonly notes: readonly string[] } | undefined

/**
 * Keeps the counts until the process ends: the other reporters and the teardown of the servers
 * still write after the run. In watch mode only the last run is counted.
 */
function printAtExit(counts: Counts, notes: readonly string[]): void {
  const isFirst = last === undefined
  last = { counts, notes }
  if (!isFirst) return
  process.once('exit', (code) => {
    const shown = last ?? { counts, notes }
    const lines = [...shown.notes, closingLine(shown.counts, code)]
    process.stdout.write(`${lines.join('\n')}\n`)
  })
}

/** The line for a run that ends with the given code: a red run never says `0 failed`. */
export function closingLine({ passed, failed, skipped }: Counts, exitCode: number): string {
  const shown = exitCode !== 0 && failed === 0 ? 1 : failed
  return `${passed} passed, ${shown} failed, ${skipped} skipped`
}
