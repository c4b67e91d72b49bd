import { defineConfig } from 'vite'

/** The file for pages without a bundler: all but the diagram in one file, that beside it. */
export default defineConfig({
  // Named here, because vite's own choice goes by NODE_ENV and gives Lit's larger development code.
  resolve: { conditions: ['module', 'browser', 'production'] },
  build: {
    lib: { entry: 'src/index.ts', formats: ['es'], fileName: 'approval-panel' },
    outDir: 'dist/standalone',
    target: 'es2022',
    // Whitespace, too, which library mode keeps for bundlers that come after it.
    rolldownOptions: { output: { minify: true } },
  },
})
