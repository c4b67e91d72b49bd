import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { ClosingLineReporter } from './packages/repo-checks/src/closing-line.ts'
import {
  findChromium,
  findClamd,
  findMissingPreviewTools,
  findSlapd,
  missingTool,
} from './packages/test-kit/src/optional-tools.ts'

// Workspace packages are read as sources. Dependencies are loaded by Node itself: naming `import`
// for them too would give an ES module to a `require`.
const resolve = {
  conditions: ['source', 'module', 'node', 'development|production'],
  externalConditions: ['source', 'node'],
}
const absolute = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const chromium = findChromium(process.env)
const withoutBrowser = chromium === undefined
const withoutDirectory = findSlapd(process.env) === undefined
const withoutScanner = findClamd(process.env) === undefined
const previewTools = findMissingPreviewTools(process.env)
const notes = [
  ...(withoutBrowser ? [missingTool('chromium', process.env)] : []),
  ...(withoutDirectory ? [missingTool('slapd', process.env)] : []),
  ...(withoutScanner ? [missingTool('clamd', process.env)] : []),
  ...previewTools.map((tool) => missingTool(tool, process.env)),
]
// Deadlines are for what hangs: a machine several times slower than ours must still pass.
const patience = { poll: { timeout: 60_000 } }
const exclude = [
  '**/node_modules/**',
  '**/dist/**',
  ...(withoutBrowser ? ['**/*.browser.test.ts'] : []),
  ...(withoutDirectory ? ['**/*.slapd.test.ts'] : []),
  ...(withoutScanner ? ['**/*.clamd.test.ts'] : []),
  ...(previewTools.length > 0 ? ['**/*.preview.test.ts'] : []),
]

export default defineConfig({
  test: {
    reporters: ['default', new ClosingLineReporter({ notes })],
    projects: [
      {
        resolve,
        ssr: { resolve },
        test: {
          name: 'unit',
          include: ['{services,packages,deploy}/*/src/**/*.test.ts'],
          exclude,
          globalSetup: [absolute('packages/test-kit/src/global-setup.ts')],
          setupFiles: [absolute('packages/test-kit/src/property-seed.ts')],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: patience,
          maxWorkers: '100%',
          sequence: { groupOrder: 1 },
        },
      },
      {
        resolve,
        ssr: { resolve },
        test: {
          // Hooks, stores and components, in a page that is kept in memory: no browser, no database.
          name: 'page',
          include: ['packages/*/src/**/*.test.tsx'],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { url: 'http://localhost:8080/console/' } },
          setupFiles: [absolute('packages/console/src/testing/set-up.ts')],
          // First: what fails in a second is said in a second.
          sequence: { groupOrder: 0 },
        },
      },
      {
        resolve,
        ssr: { resolve },
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude,
          provide: { chromium: chromium ?? '' },
          globalSetup: [absolute('packages/test-kit/src/platform-setup.ts')],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: patience,
          // One platform for all of them, and nothing else running beside it.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
