import { defineConfig } from 'vite'

/** The files for pages without a bundler: the panel, and what sends files; the diagram beside them. */
export default defineConfig({
  // Named here, because vite's own choice goes by NODE_ENV and gives Lit's larger development code.
  resolve: { conditions: ['module', 'browser', 'production'] },
  build: {
    lib: {
      entry: { 'approval-panel': 'src/index.ts', 'attach-files': 'src/attach-files.ts' },
      formats: ['es'],
    },
    outDir: 'dist/standalone',
    target: 'es2022',
    // Whitespace, too, which library mode keeps for bundlers that come after it.
    rolldownOptions: { output: { minify: true } },
  },
})
