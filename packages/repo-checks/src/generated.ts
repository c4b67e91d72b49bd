import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { generateAsvs } from './documents/asvs.ts'
import { generateAsyncApi, generateEventSchema } from './documents/asyncapi.ts'
import { chartSchema, generateChartSchema } from './documents/chart-values.ts'
import { clientOperations } from './documents/client-operations.ts'
import { clientTypes } from './documents/client-types.ts'
import { generateConfiguration } from './documents/configuration.ts'
import { lookFiles } from './look/files.ts'
import { readOpenApi } from './documents/openapi.ts'
import { generateCards } from './reach/cards.ts'
import { readTree } from './reach/tree.ts'
import { factsPath, generateFacts } from './documents/route-facts.ts'
import { generateRequirements } from './documents/requirements.ts'
import { generateStates } from './documents/states.ts'

/** A committed file whose content follows from the sources. */
interface GeneratedFile {
  /** Path from the root. */
  readonly path: string
  readonly generate: () => Promise<string>
}

const isFacts = ({ path }: GeneratedFile): boolean => path.endsWith('/route-facts.ts')

/** Every generated file of the repository. */
export async function generatedFiles(root: URL): Promise<readonly GeneratedFile[]> {
  const services = await readdir(new URL('services/', root))
  const runnable = services.filter((name) =>
    existsSync(new URL(`services/${name}/src/main.ts`, root)),
  )
  // Each is asked for several times: as it is, and for what the client makes of it.
  const documents = new Map<string, Promise<string>>()
  const documentOf = (name: string): Promise<string> => {
    const document = documents.get(name) ?? readOpenApi(root, name)
    documents.set(name, document)
    return document
  }
  const tree = readTree(root)
  const made = await Promise.all(runnable.map((name) => readPages(root, name)))
  return [
    ...[lookFiles, ...made].flat(),
    { path: 'docs/configuration.md', generate: () => generateConfiguration(root) },
    { path: chartSchema, generate: () => generateChartSchema(root) },
    { path: 'docs/requirements.md', generate: () => generateRequirements(root) },
    { path: 'docs/security/asvs.md', generate: () => generateAsvs(root) },
    { path: 'packages/contracts/asyncapi.json', generate: () => generateAsyncApi(root) },
    {
      path: 'packages/contracts/workflow-event.schema.json',
      generate: () => generateEventSchema(root),
    },
    ...runnable.map((name) => ({
      path: `services/${name}/openapi.json`,
      generate: () => documentOf(name),
    })),
    ...runnable.map((name) => ({
      path: `docs/routes/${name}.md`,
      generate: async () => generateCards(root, await tree, name),
    })),
    ...runnable.map((name) => ({
      path: factsPath(name),
      generate: async () => generateFacts(root, await tree, name, await documentOf(name)),
    })),
    { path: 'docs/states.md', generate: () => generateStates(root) },
    { path: 'services/iam/openapi-protocols.json', generate: () => generateProtocols(root) },
    ...runnable.flatMap((name) => [
      {
        path: `packages/client/src/generated/${name}.ts`,
        generate: async () => clientTypes(await documentOf(name)),
      },
      {
        path: `packages/client/src/generated/${name}-operations.ts`,
        generate: async () => clientOperations(name, await documentOf(name)),
      },
    ]),
  ]
}

/** What iam publishes of OAuth, OpenID Connect and SCIM. */
async function generateProtocols(root: URL): Promise<string> {
  const folder = new URL('services/iam/', root)
  const { version } = JSON.parse(await readFile(new URL('package.json', folder), 'utf8')) as {
    version: string
  }
  const { protocolDocument } = (await import(
    new URL('src/protocols/document.ts', folder).href
  )) as { protocolDocument: (version: string) => object }
  return `${JSON.stringify(protocolDocument(version), null, 2)}\n`
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
  // What the services publish of themselves follows from the facts, and is asked for anew after them.
  await writeAll(root, (await generatedFiles(root)).filter(isFacts))
  const files = await generatedFiles(root)
  await writeAll(root, files)
  return files.map(({ path }) => path)
}

async function writeAll(root: URL, files: readonly GeneratedFile[]): Promise<void> {
  // One after the other: some are made from those before them, and must not read a half of one.
  for (const { path, generate } of files) await writeFile(new URL(path, root), await generate())
}
