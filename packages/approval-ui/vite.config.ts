import { defineConfig, type Plugin } from 'vite'

/** Minifiers leave template literals alone: without this styles and markup come with indentation and comments. */
const tightTemplates: Plugin = {
  name: 'tight-templates',
  transform(code, id) {
    if (!id.includes('/approval-ui/src/') || !id.endsWith('.ts')) return undefined
    const tight = (css: string) =>
      css
        .replaceAll(/\/\*[^]*?\*\//g, '')
        .replaceAll(/\s*([{};])\s*|([:,])\s+/g, '$1$2')
        .replaceAll(';}', '}')
    return { code: code.replaceAll(/css`[^`]*`/g, tight).replaceAll(/\n\s+/g, '\n'), map: null }
  },
}

/**
 * What the panel shares with the parts that it loads, in one file with what packs well beside it: many
 * small ones are more requests and more bytes. What sends files is used without the panel; what it
 * needs is not in here.
 */
const shared =
  /\/node_modules\/|\/src\/(?:define|labels|people|(?:panel-)?styles|text\/(?:en|texts|zh-cn))\.ts$/

/** The files for pages without a bundler: the panel, and what sends files; the diagram beside them. */
export default defineConfig({
  plugins: [tightTemplates],
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
    rolldownOptions: {
      output: {
        minify: true,
        codeSplitting: { groups: [{ name: 'shared', test: shared }] },
      },
    },
  },
})
