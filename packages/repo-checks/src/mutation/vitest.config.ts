// What Stryker runs the tests of a part with: those of the project `unit` without what watches statements and answers.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const resolve = {
  conditions: ['source', 'module', 'node', 'development|production'],
  externalConditions: ['source', 'node'],
}
const absolute = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const { MUTATION_TESTS = '', MUTATION_DATABASE } = process.env

export default defineConfig({
  resolve,
  ssr: { resolve },
  test: {
    include: MUTATION_TESTS.split('\n'),
    setupFiles: [absolute('../../../test-kit/src/property-seed.ts')],
    globalSetup:
      MUTATION_DATABASE === 'true' ? [absolute('../../../test-kit/src/global-setup.ts')] : [],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
