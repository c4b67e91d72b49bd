import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { apiTypes } from '@countersign/console/api-types'
import { generateAsyncApi, generateEventSchema } from './asyncapi.ts'
import { readOpenApi } from './openapi.ts'
import { generateCards } from './reach/cards.ts'
import { readTree } from './reach/tree.ts'
import { generateRequirements } from './requirements.ts'
import { generateStates } from './states.ts'

/** A committed file whose content follows from the sources. */
interface GeneratedFile {
  /** Path from the root. */
  readonly path: string
  readonly generate: () => Promise<string>
}

/** Every generated file of the repository. */
export async function generatedFiles(root: URL): Promise<readonly GeneratedFile[]> {
  const services = await readdir(new URL('services/', root))
  const runnable = services.filter((name) =>
    existsSync(new URL(`services/${name}/src/main.ts`, root)),
  )
  // Each is asked for twice: as it is, and for the types that follow from it.
  const documents = new Map<string, Promise<string>>()
  const documentOf = (name: string): Promise<string> => {
    const document = documents.get(name) ?? readOpenApi(root, name)
    documents.set(name, document)
    return document
  }
  const tree = readTree(root)
  const pages = await Promise.all(runnable.map((name) => readPages(root, name)))
  return [
    ...pages.flat(),
    { path: 'docs/requirements.md', generate: () => generateRequirements(root) },
    { path: 'packages/contracts/asyncapi.json', generate: () => generateAsyncApi(root) },
    {
      path: 'packages/contracts/workflow-event.schema.json',
      generate: () => generateEventSchema(root),
    },
    ...runnable.map((name) => ({
      path: `docs/routes/${name}.md`,
      generate: async () => generateCards(root, await tree, name),
    })),
    { path: 'docs/states.md', generate: () => generateStates(root) },
    ...runnable.map((name) => ({
      path: `services/${name}/openapi.json`,
      generate: () => documentOf(name),
    })),
    ...runnable.map((name) => ({
      path: `packages/console/src/api/generated/${name}.d.ts`,
      generate: async () => apiTypes(await documentOf(name)),
    })),
  ]
}

/** Pages and pictures that a service makes from its own sources, by `generatePages` in docs/pages.ts. */
async function readPages(root: URL, service: string): Promise<readonly GeneratedFile[]> {
  const file = new URL(`services/${service}/docs/pages.ts`, root)
  if (!existsSync(file)) return []
  const module: { generatePages: () => Promise<Readonly<Record<string, string>>> } = await import(
    file.href
  )
  const pages = await module.generatePages()
  return Object.entries(pages).map(([path, content]) => ({
    path,
    generate: () => Promise.resolve(content),
  }))
}

/** Paths of the generated files that differ from what the sources give now. */
export async function findOutdated(root: URL): Promise<readonly string[]> {
  const files = await generatedFiles(root)
  const outdated = await Promise.all(
    files.map(async ({ path, generate }) => {
      const committed = await readFile(new URL(path, root), 'utf8').catch(() => undefined)
      return committed === (await generate()) ? [] : [path]
    }),
  )
  return outdated.flat()
}

/** Writes every generated file. */
export async function writeGenerated(root: URL): Promise<readonly string[]> {
  const files = await generatedFiles(root)
  await Promise.all(
    files.map(async ({ path, generate }) => writeFile(new URL(path, root), await generate())),
  )
  return files.map(({ path }) => path)
}
