import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkPackage, Package } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// What business teams install: a copy of the packages, compiled as `pnpm pack` compiles them, under
// the package.json that it writes, where a program finds them.

const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const run = promisify(execFile)

interface Manifest {
  readonly name: string
  readonly version: string
  /** A package of a command alone has none. */
  readonly exports?: Readonly<Record<string, object | string>>
  readonly files: readonly string[]
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly publishConfig: Pick<Manifest, 'exports'>
}

/** What a package brings itself, and what of it comes from the application that uses it. */
const published = [
  { name: 'contracts', imports: ['typebox'] },
  { name: 'auth-verifier', imports: [] },
  {
    name: 'event-receiver',
    imports: ['@countersign/auth-verifier', '@countersign/contracts', 'kysely', 'typebox'],
  },
  { name: 'client', imports: [] },
  {
    name: 'mcp',
    imports: [
      '@countersign/auth-verifier',
      '@countersign/client',
      '@countersign/record',
      '@modelcontextprotocol/sdk',
      'zod',
    ],
  },
  { name: 'record', imports: ['canonicalize'] },
  { name: 'approval-ui', imports: ['lit', 'react'] },
  { name: 'create-countersign-app', imports: [] },
]

/** What the commands of a package say when they are asked how they are used. */
const commands: Readonly<Record<string, RegExp>> = {
  'event-receiver': /^countersign-events <command>/,
  mcp: /^countersign-mcp <transport>/,
  'create-countersign-app': /^npm create countersign-app <folder>/,
  record: /^countersign-record verify <file>/,
}

/** Of packages that hold more than what the compiler makes: what else makes it. */
const bundled = new Set(['approval-ui'])

let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'published-'))
  await mkdir(join(root, 'node_modules/@countersign'), { recursive: true })
  await cp(join(repository, 'tsconfig.base.json'), join(root, 'tsconfig.base.json'))
  await place('@types/node', join(repository, 'node_modules/@types/node'))
  for (const { name } of published) await placePackage(name)
  await place('@types/react', join(repository, 'packages/approval-ui/node_modules/@types/react'))
  const compiler = join(repository, 'node_modules/typescript/bin/tsc')
  const projects = published.map(({ name }) => `packages/${name}/tsconfig.build.json`)
  await run(process.execPath, [compiler, '-b', ...projects], { cwd: root })
  for (const name of bundled) await bundle(name)
})
afterAll(() => rm(root, { recursive: true, force: true }))

describe.each(published)('$name as it is published', ({ name, imports }) => {
  let directory: string
  let manifest: Manifest
  let files: Record<string, string>

  beforeAll(async () => {
    directory = join(root, 'packages', name)
    files = await readPublished(directory)
    manifest = JSON.parse(files['package.json'] ?? '') as Manifest
  })

  it('shows outside what it has inside, and is compiled when it is packed', () => {
    const inside = JSON.parse(files['package.json'] ?? '') as Manifest
    const { exports = {} } = inside
    expect(Object.keys(inside.publishConfig.exports ?? {})).toEqual(Object.keys(exports))
    expect(JSON.stringify(exports)).not.toContain('"source"')
    const steps = ['tsc -b tsconfig.build.json', ...(bundled.has(name) ? ['vite build'] : [])]
    expect(inside.scripts['prepack']).toBe(steps.join(' && '))
  })

  it('holds no test and imports nothing but Node and what it declares', () => {
    expect(Object.keys(files).filter((path) => path.includes('.test.'))).toEqual([])
    const imported = Object.entries(files)
      .filter(([path]) => path.endsWith('.js'))
      .flatMap(([, code]) => [...code.matchAll(/\bfrom '([^']+)'/g)].map((match) => match[1] ?? ''))
      .filter((from) => !from.startsWith('.') && !from.startsWith('node:'))
      .map((from) => from.split('/', from.startsWith('@') ? 2 : 1).join('/'))
    expect([...new Set(imported)].toSorted()).toEqual(imports)
    const declared = { ...manifest.dependencies, ...manifest.peerDependencies }
    expect(Object.keys(declared)).toEqual(expect.arrayContaining(imports))
  })

  it('satisfies publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: directory, strict: true, pack: false })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  it('resolves with its types wherever ES modules are (attw, profile esm-only)', async () => {
    const entrypoints = codeExports(manifest)
    if (entrypoints.length === 0) return expect(Object.keys(commands)).toContain(name)
    const prefix = `/node_modules/${manifest.name}/`
    const placed = Object.entries(files).map(([path, content]) => [prefix + path, content] as const)
    const content = new Package(Object.fromEntries(placed), manifest.name, manifest.version)
    const result = await checkPackage(content, { entrypoints })
    if (!result.types) throw new Error('the package has no types')
    const ignored = new Set(['node10', 'node16-cjs'])
    const problems = result.problems.filter(
      (problem) => !('resolutionKind' in problem && ignored.has(problem.resolutionKind)),
    )
    expect(problems).toEqual([])
    expect(Object.keys(result.entrypoints)).toEqual(entrypoints)
  })

  it('is loaded by a program that has installed it', async () => {
    const names = codeExports(manifest).map((path) => join(manifest.name, path))
    const program = `for (const name of ${JSON.stringify(names)}) await import(name)`
    await run(process.execPath, ['--input-type=module', '-e', program], { cwd: root })
    const usage = commands[name]
    if (usage !== undefined) {
      const { stdout } = await run(process.execPath, [join(directory, 'dist/cli.js'), '--help'])
      expect(stdout).toMatch(usage)
    }
  })
})

const codeExports = ({ exports = {} }: Manifest) =>
  Object.entries(exports).flatMap(([path, target]) => (typeof target === 'string' ? [] : [path]))

/** Puts the sources of a package under its published manifest, and where programs look for it. */
async function placePackage(name: string): Promise<void> {
  const home = join(repository, 'packages', name)
  const directory = join(root, 'packages', name)
  const source = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as Manifest
  const { exports } = source.publishConfig
  const manifest = exports === undefined ? source : { ...source, exports }
  const laidOut = source.files.filter((path) => path === 'template')
  const assets = Object.values(exports ?? {}).filter(
    (target) => typeof target === 'string' && !target.startsWith('./dist/'),
  ) as string[]
  for (const path of ['src', 'tsconfig.build.json', 'README.md', ...laidOut, ...assets]) {
    await cp(join(home, path), join(directory, path), { recursive: true })
  }
  await writeFile(join(directory, 'package.json'), JSON.stringify(manifest))
  await place(manifest.name, directory)
  const used = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
  for (const dependency of used.filter((known) => !known.startsWith('@countersign/'))) {
    await place(dependency, join(home, 'node_modules', dependency))
  }
}

async function bundle(name: string): Promise<void> {
  const home = join(repository, 'packages', name)
  const directory = join(root, 'packages', name)
  await cp(join(home, 'vite.config.ts'), join(directory, 'vite.config.ts'))
  await place('vite', join(home, 'node_modules/vite'))
  await run(process.execPath, [join(home, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: directory,
  })
}

async function place(dependency: string, target: string): Promise<void> {
  const link = join(root, 'node_modules', dependency)
  await mkdir(dirname(link), { recursive: true })
  await rm(link, { force: true })
  await symlink(target, link)
}

/** What is packed of a package, but for what is no text of ours: its files by path. */
async function readPublished(directory: string): Promise<Record<string, string>> {
  const entries = await readdir(join(directory, 'dist'), { recursive: true, withFileTypes: true })
  const compiled = entries
    .filter((entry) => entry.isFile() && /\.(js|d\.ts)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const paths = [join(directory, 'package.json'), ...compiled]
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  return Object.fromEntries(paths.map((path, at) => [relative(directory, path), texts[at] ?? '']))
}
