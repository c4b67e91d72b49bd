import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const template = fileURLToPath(new URL('../template/', import.meta.url))
const ownManifest = new URL('../package.json', import.meta.url)

interface Manifest {
  readonly name: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

/** npm leaves out of a package what begins so, or reads it as its own. */
const renamed = { gitignore: '.gitignore', 'env.example': '.env.example' }

/**
 * Lays out the application in a folder, which is made when it is not there.
 *
 * @returns the absolute path of the folder.
 * @throws Error when the folder holds anything, or its name is no name of a package.
 */
export async function createApp(folder: string): Promise<string> {
  const target = resolve(folder)
  const name = basename(target)
  if (!/^[a-z0-9][a-z0-9._-]{0,213}$/.test(name))
    throw new Error(`"${name}" is no name of a package: take small letters, digits, - and _.`)
  await mkdir(target, { recursive: true })
  if ((await readdir(target)).length > 0) throw new Error(`${target} is not empty.`)
  for (const entry of await readdir(template)) {
    // Never over what somebody else writes at the same moment.
    const once = { recursive: true, errorOnExist: true, force: false }
    await cp(join(template, entry), join(target, entry), once)
  }
  for (const [from, to] of Object.entries(renamed))
    await rename(join(target, from), join(target, to))
  const manifest = join(target, 'package.json')
  const filled = fill(await readManifest(manifest), await readManifest(ownManifest))
  await writeFile(manifest, `${JSON.stringify({ ...filled, name }, null, 2)}\n`)
  return target
}

/**
 * What the template asks for of the workspace, in the ranges that packing wrote into our own manifest:
 * no hand keeps them, and every release lifts them.
 */
function fill(laidOut: Manifest, { devDependencies: tested }: Manifest): Manifest {
  const ranges = Object.entries(laidOut.dependencies).map(([name, range]) => [
    name,
    range.startsWith('workspace:') ? (tested[name] ?? range) : range,
  ])
  return { ...laidOut, dependencies: Object.fromEntries(ranges) as Manifest['dependencies'] }
}

const readManifest = async (path: string | URL): Promise<Manifest> =>
  JSON.parse(await readFile(path, 'utf8')) as Manifest
