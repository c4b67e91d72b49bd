import { defineConfig, type Plugin } from 'vite'

/** Minifiers leave template literals alone: without this each style comes with its indentation and comments. */
const tightStyles: Plugin = {
  name: 'tight-styles',
  transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('css`')) return undefined
    const tight = (css: string) =>
      css
        .replaceAll(/\/\*[^]*?\*\//g, '')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/ ?([{};]) ?/g, '$1')
    return { code: code.replaceAll(/css`[^`]*`/g, tight), map: null }
  },
}

/** The files for pages without a bundler: the panel, and what sends files; the diagram beside them. */
export default defineConfig({
  plugins: [tightStyles],
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
