import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Workspace packages are read as sources. Dependencies are loaded by Node itself: naming `import`
// for them too would give an ES module to a `require`.
const resolve = {
  conditions: ['source', 'module', 'node', 'development|production'],
  externalConditions: ['source', 'node'],
}
const absolute = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        ssr: { resolve },
        test: {
          name: 'unit',
          include: ['{services,packages,deploy}/*/src/**/*.test.ts'],
          globalSetup: [absolute('packages/test-kit/src/global-setup.ts')],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
