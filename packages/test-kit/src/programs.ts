const preload = new URL('keep-compiled.ts', import.meta.url).href

/**
 * What a program of ours that is started from its sources gets beside its settings: where it finds
 * them compiled already, which halves what its start costs.
 */
export function programEnvironment(): {
  readonly PATH: string
  readonly NODE_COMPILE_CACHE?: string
  readonly NODE_OPTIONS?: string
} {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  if (NODE_COMPILE_CACHE === undefined) return { PATH }
  return { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS: `--import=${preload}` }
}
