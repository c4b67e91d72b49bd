import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const limitBytes = 198 * 1000

let chunks: ReadonlyMap<string, Rolldown.OutputChunk>
let page: string

beforeAll(async () => {
  // The tests' own mode would take the libraries as they are for developers.
  vi.stubEnv('NODE_ENV', 'production')
  const built = await build({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    build: { write: false },
  })
  if (Array.isArray(built) || !('output' in built)) throw new Error('vite gave no single output')
  chunks = new Map(
    built.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
  )
  const html = built.output.find(({ fileName }) => fileName === 'index.html')
  page = html?.type === 'asset' ? String(html.source) : ''
})

afterAll(() => {
  vi.unstubAllEnvs()
})

/** The chunk that a module is in, by the end of its path. */
function chunkOf(module: string): Rolldown.OutputChunk {
  const found = [...chunks.values()].find(({ facadeModuleId, moduleIds }) =>
    [facadeModuleId ?? '', ...moduleIds].some((id) => id.endsWith(module)),
  )
  if (found === undefined) throw new Error(`no chunk of ${module}`)
  return found
}

/** A chunk and all that must be there before it can run. */
function withImports(chunk: Rolldown.OutputChunk, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(chunk.fileName)) return found
  found.add(chunk.fileName)
  for (const name of chunk.imports) {
    const imported = chunks.get(name)
    if (imported !== undefined) withImports(imported, found)
  }
  return found
}

it('loads less than 198 kB of JavaScript until the inbox can be used', () => {
  const names = new Set(
    [
      '/index.html',
      '/src/start.ts',
      '/app/render.tsx',
      '/areas/inbox/inbox-page.tsx',
      '/app/text/en.ts',
      '/areas/inbox/text/en.ts',
    ].flatMap((module) => [...withImports(chunkOf(module))]),
  )
  const bytes = [...names].map(
    (name) => gzipSync(chunks.get(name)?.code ?? '', { level: 9 }).length,
  )
  const sum = bytes.reduce((total, one) => total + one, 0)
  console.log(`initial load: ${(sum / 1000).toFixed(0)} kB gzip in ${names.size} files`)
  expect(sum).toBeLessThan(limitBytes)
})

it('has the code that follows on its way with the page', () => {
  const named = [...page.matchAll(/<link rel="modulepreload"[^>]* href="\/console\/([^"]+)"/g)]
  const modules = ['/src/start.ts', '/app/render.tsx', '/inbox/inbox-page.tsx', '/inbox/text/en.ts']
  const next = modules.flatMap((module) => [...withImports(chunkOf(module))])
  // What is tiny comes in the time that the large files take.
  const large = next.filter((name) => (chunks.get(name)?.code.length ?? 0) > 2_000)
  expect(large.length).toBeGreaterThan(4)
  expect(named.map(([, name]) => name)).toEqual(expect.arrayContaining(large))
})

it('says which code runs at once, to be compiled beside the page', () => {
  const modules = ['/src/start.ts', '/app/libraries.ts', '/app/components.ts', '/app/render.tsx']
  // Before the first word: behind one it is a comment like others.
  const saying = [...modules, '/inbox/inbox-page.tsx'].filter((module) =>
    chunkOf(module).code.startsWith('//# allFunctionsCalledOnLoad\n'),
  )
  expect(saying).toEqual([...modules, '/inbox/inbox-page.tsx'])
})

it('comes in few files: on a slow network each has its price', () => {
  const names = ['/index.html', '/src/start.ts', '/app/render.tsx', '/areas/inbox/inbox-page.tsx']
  const files = new Set(names.flatMap((module) => [...withImports(chunkOf(module))]))
  expect(files.size).toBeLessThanOrEqual(10)
})

it('is painted before much of it has come', () => {
  const first = [...withImports(chunkOf('/index.html'))]
  const code = first.map((name) => chunks.get(name)?.code ?? '').join('')
  expect(gzipSync(code).length).toBeLessThan(3 * 1000)
})

it('begins to sign in before anything else is there', () => {
  const first = [...withImports(chunkOf('/src/start.ts'))]
  const code = first.map((name) => chunks.get(name)?.code ?? '').join('')
  expect(gzipSync(code).length).toBeLessThan(40 * 1000)
})

it.each([
  ['/areas/documents/'],
  ['/areas/designer/'],
  ['/areas/administration/'],
  ['/areas/applications/'],
  ['/areas/dashboard/'],
  ['/areas/account/'],
])('keeps %s out of the inbox', (folder) => {
  const modules = [
    ...withImports(chunkOf('/app/render.tsx')),
    ...withImports(chunkOf('/areas/inbox/inbox-page.tsx')),
  ]
    .flatMap((name) => chunks.get(name)?.moduleIds ?? [])
    .filter((id) => id.includes(folder))
    .map((id) => id.split('/').at(-1))
  expect(
    modules.filter(
      (name) => !['routes.ts', 'navigation.ts', 'search.ts', 'permissions.ts'].includes(name ?? ''),
    ),
  ).toEqual([])
})
