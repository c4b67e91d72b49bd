import { defineConfig } from 'vitest/config'

const conditions = ['source', 'import', 'module', 'node', 'default']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['{services,packages,deploy}/*/src/**/*.test.ts'],
    globalSetup: [new URL('packages/test-kit/src/global-setup.ts', import.meta.url).pathname],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
