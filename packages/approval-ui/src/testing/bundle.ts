import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Built files by name. */
export type Files = ReadonlyMap<string, string>

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Builds the file for pages without a bundler, as it is published, into memory. */
export function buildStandalone(): Promise<Files> {
  return read(build({ root, logLevel: 'error', build: { write: false } }))
}

/** The plain page of examples/, with the published files and a sign-in beside it. */
export async function buildPlainPage(): Promise<Files> {
  const example = (name: string) => readFile(`${root}examples/${name}`, 'utf8')
  return new Map([
    ...(await buildStandalone()),
    ['plain.html', await example('plain.html')],
    ['plain.js', await example('plain.js')],
    ['sign-in.js', `export const getAccessToken = async () => 'of-the-user'`],
  ])
}

/** Builds a page that shows the React example, React included. */
export function buildReactPage(): Promise<Files> {
  const entry = fileURLToPath(new URL('./react-page.tsx', import.meta.url))
  const lib = { entry, formats: ['es' as const], fileName: 'react-page' }
  const define = { 'process.env.NODE_ENV': '"production"' }
  const resolve = { conditions: ['source', 'module', 'browser', 'production'] }
  return read(
    build({
      root,
      configFile: false,
      logLevel: 'error',
      define,
      resolve,
      // Named here, because vite's own choice goes by NODE_ENV and asks for React's development code.
      oxc: { jsx: { runtime: 'automatic', development: false } },
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
