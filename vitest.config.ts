import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { ClosingLineReporter } from './packages/repo-checks/src/reporters/closing-line.ts'
import { FailedFilesReporter } from './packages/repo-checks/src/reporters/failed-files.ts'
import { LongestFirst } from './packages/repo-checks/src/reporters/longest-first.ts'
import { ProgressReporter } from './packages/repo-checks/src/reporters/progress.ts'
import { probeDocker } from './packages/test-kit/src/docker.ts'
import {
  findMissingTools,
  findProgram,
  howToGet,
  toolTags,
} from './packages/test-kit/src/optional-tools.ts'
import { platformsAtOnce } from './packages/test-kit/src/platform-setup.ts'

// Workspace packages are read as sources. Dependencies are loaded by Node itself: naming `import`
// for them too would give an ES module to a `require`.
const resolve = {
  conditions: ['source', 'module', 'node', 'development|production'],
  externalConditions: ['source', 'node'],
}
const absolute = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const missing = findMissingTools(process.env, await probeDocker(process.env))
// Deadlines are for what hangs: a machine several times slower than ours must still pass.
const patience = { poll: { timeout: 60_000 } }

/** What keeps a session or uploads for as long as the page is open: each file has a page of its own. */
const ownPage = ['auth', 'app/shell', 'areas/documents/uploads'].map(
  (room) => `packages/console/src/${room}/**/*.test.tsx`,
)

/** Hooks, stores and components, in a page that is kept in memory: no browser, no database. */
const page = (files: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  resolve,
  ssr: { resolve },
  test: {
    ...files,
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://localhost:8080/console/' } },
    setupFiles: [absolute('packages/console/src/testing/set-up.ts')],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: patience,
    // All processors: vitest leaves one of them out, which is half of two.
    maxWorkers: availableParallelism(),
    // First: what fails in a second is said in a second.
    sequence: { groupOrder: 0 },
  },
})

export default defineConfig({
  test: {
    reporters: [
      'default',
      new ProgressReporter(),
      new FailedFilesReporter(process.env['FAILED_FILES']),
      new ClosingLineReporter({ howToGet: howToGet(missing, process.env) }),
    ],
    sequence: { sequencer: LongestFirst },
    // A test that needs an optional tool carries its name; without the tool it is skipped, and counted.
    tags: toolTags(missing),
    projects: [
      {
        resolve,
        ssr: { resolve },
        test: {
          name: 'unit',
          include: ['{services,packages,deploy}/*/src/**/*.test.ts', 'examples/*/*.test.ts'],
          globalSetup: [absolute('packages/test-kit/src/global-setup.ts')],
          setupFiles: [
            absolute('packages/test-kit/src/property-seed.ts'),
            absolute('packages/test-kit/src/statements/setup.ts'),
            absolute('packages/test-kit/src/answers/setup.ts'),
            absolute('packages/test-kit/src/callbacks/setup.ts'),
          ],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: patience,
          // Modules are loaded once for many files, which halves the time: no file leaves anything behind.
          isolate: false,
          // Many of these wait for processes that were killed, or for a lease to end: two cores carry three.
          maxWorkers: Math.max(3, availableParallelism()),
          sequence: { groupOrder: 1 },
        },
      },
      page({
        name: 'page',
        include: ['{packages,deploy}/*/src/**/*.test.tsx'],
        exclude: ownPage,
        isolate: false,
      }),
      page({ name: 'own-page', include: ownPage }),
      {
        resolve,
        ssr: { resolve },
        test: {
          name: 'e2e',
          // Its stream parser has sources under the condition `source` as well, which Node refuses there.
          server: { deps: { inline: [/client\/streamableHttp\.js/, /eventsource-parser/] } },
          include: ['e2e/**/*.test.ts'],
          provide: {
            chromium: findProgram('chromium', process.env) ?? '',
            goClient: findProgram('go', process.env) ?? '',
            pythonClient: findProgram('python', process.env) ?? '',
            goExample: findProgram('example-go', process.env) ?? '',
            javaExample: findProgram('example-java', process.env) ?? '',
            pythonExample: findProgram('example-python', process.env) ?? '',
            javaClient: findProgram('java', process.env) ?? '',
            schemathesis: findProgram('schemathesis', process.env) ?? '',
            prometheus: findProgram('prometheus', process.env) ?? '',
            apacheModule: findProgram('apache', process.env) ?? '',
          },
          globalSetup: [absolute('packages/test-kit/src/platform-setup.ts')],
          setupFiles: [
            absolute('e2e/support/each-story.ts'),
            absolute('packages/test-kit/src/callbacks/setup.ts'),
          ],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: patience,
          isolate: false,
          // Each worker has a platform of its own.
          maxWorkers: platformsAtOnce(process.env),
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
