import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** A file that failed, and what failed in it; nothing where the file did not load or a hook failed. */
export interface FailedFile {
  /** From the root of the repository, with slashes. */
  readonly path: string
  readonly tests: readonly string[]
}

export function findFailedFiles(modules: readonly TestModule[]): readonly FailedFile[] {
  return modules
    .filter((module) => !module.ok())
    .map(({ relativeModuleId, children }) => ({
      path: relativeModuleId,
      tests: [...children.allTests('failed')].map(({ fullName }) => fullName),
    }))
}

/**
 * vitest reporter: writes which files failed, one path a line, and behind a tab each test of it, so that `.ci/run`
 * runs these once more. What belongs to no file cannot be run again: then nothing is written.
 *
 * @param path Where to; without it the reporter does nothing.
 */
export class FailedFilesReporter implements Reporter {
  readonly #path: string | undefined

  constructor(path: string | undefined) {
    this.#path = path
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    if (this.#path === undefined || errors.length > 0) return
    const lines = findFailedFiles(modules).map(({ path, tests }) => [path, ...tests].join('\t'))
    writeFileSync(this.#path, lines.map((line) => `${line}\n`).join(''))
  }
}
