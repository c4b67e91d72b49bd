import { statSync } from 'node:fs'
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node'

/** A test file: how long it took the last time, or, when nobody knows, how large it is. */
export interface Work {
  readonly durationMs: number | undefined
  readonly sizeBytes: number
  /** Files that run at the same time as this one, itself included. */
  readonly atOnce: number
}

/**
 * What each file will cost, in a measure of its own: milliseconds where an earlier run is known, and
 * for the others what files of their size took. A file that runs alone keeps everybody waiting.
 */
export function weigh(works: readonly Work[]): readonly number[] {
  const known = works.filter(({ durationMs }) => durationMs !== undefined)
  const bytes = known.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const time = known.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0)
  const perByte = bytes === 0 ? 1 : time / bytes
  return works.map(
    ({ durationMs, sizeBytes, atOnce }) => (durationMs ?? sizeBytes * perByte) / atOnce,
  )
}

/** One line on how far a run is: files, tests, time gone, and about how much is left. */
export function describeProgress(progress: {
  readonly files: number
  readonly ofFiles: number
  readonly tests: number
  /** Of all there is to do, from 0 to 1. */
  readonly share: number
  readonly elapsedMs: number
}): string {
  const { files, ofFiles, tests, share, elapsedMs } = progress
  const done = `${clock(elapsedMs)}  ${files} of ${ofFiles} files, ${tests} tests`
  // The first files say little about the rest.
  if (share < 0.03) return done
  return `${done}; about ${clock((elapsedMs * (1 - share)) / share)} left`
}

function clock(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const EVERY_MS = 20_000

/** vitest reporter: says every twenty seconds how far the run is and how long it will take. */
export class ProgressReporter implements Reporter {
  #vitest: Vitest | undefined
  #weights = new Map<string, number>()
  #total = 0
  /** Of each file that has begun: how much of its weight is done. */
  #done = new Map<string, number>()
  #files = 0
  #tests = 0
  #startedAt = 0
  #timer: NodeJS.Timeout | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    const weights = weigh(specifications.map((specification) => this.#workOf(specification)))
    this.#weights = new Map(
      specifications.map(({ moduleId }, index) => [moduleId, weights[index] ?? 0]),
    )
    this.#total = weights.reduce((sum, weight) => sum + weight, 0)
    this.#done = new Map()
    this.#files = 0
    this.#tests = 0
    this.#startedAt = performance.now()
    this.#timer = setInterval(() => this.#print(), EVERY_MS).unref()
  }

  onTestCaseResult({ module: { moduleId, children } }: TestCase): void {
    const share = (this.#weights.get(moduleId) ?? 0) / Math.max(1, [...children.allTests()].length)
    this.#done.set(moduleId, (this.#done.get(moduleId) ?? 0) + share)
    this.#tests += 1
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#done.set(moduleId, this.#weights.get(moduleId) ?? 0)
    this.#files += 1
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer)
  }

  #workOf(specification: TestSpecification): Work {
    const { project, moduleId } = specification
    return {
      durationMs: this.#vitest?.cache.getTestSpecificationResult(specification)?.duration,
      sizeBytes: statSync(moduleId).size,
      atOnce: Math.max(1, project.config.maxWorkers),
    }
  }

  #print(): void {
    const done = [...this.#done.values()].reduce((sum, weight) => sum + weight, 0)
    const line = describeProgress({
      files: this.#files,
      ofFiles: this.#weights.size,
      tests: this.#tests,
      share: this.#total === 0 ? 0 : done / this.#total,
      elapsedMs: performance.now() - this.#startedAt,
    })
    console.log(line)
  }
}
