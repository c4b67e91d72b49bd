import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Built files by name. */
export type Files = ReadonlyMap<string, string>

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Builds the file for pages without a bundler, as it is published, into memory. */
export function buildStandalone(): Promise<Files> {
  return read(build({ root, logLevel: 'error', build: { write: false } }))
}

/** Builds a page that uses the React wrapper, React included. */
export function buildReactPage(): Promise<Files> {
  const entry = fileURLToPath(new URL('./react-page.ts', import.meta.url))
  const lib = { entry, formats: ['es' as const], fileName: 'react-page' }
  const define = { 'process.env.NODE_ENV': '"production"' }
  const resolve = { conditions: ['module', 'browser', 'production'] }
  return read(
    build({
      root,
      configFile: false,
      logLevel: 'error',
      define,
      resolve,
      build: { write: false, lib },
    }),
  )
}

async function read(building: ReturnType<typeof build>): Promise<Files> {
  const built = await building
  const outputs = Array.isArray(built) ? built : [built]
  const files = new Map<string, string>()
  for (const one of outputs) {
    if (!('output' in one)) throw new Error('vite gave a watcher')
    for (const file of one.output) if (file.type === 'chunk') files.set(file.fileName, file.code)
  }
  return files
}
