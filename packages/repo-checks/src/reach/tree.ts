import { readFile } from 'node:fs/promises'
import { sourceFiles } from '../source-files.ts'
import { type Declaration, type Module, readModule } from './module.ts'
import { readSubpaths, type Subpaths } from './subpaths.ts'

/** A declaration and the file that has it. */
export interface Place {
  readonly module: Module
  readonly declaration: Declaration
}

const TEST = /\.(test|testing)\.tsx?$|\/(fixtures|testing|bench|examples|drills)\//

/** Every source file of the services, packages and deployments, without tests. */
export class Tree {
  readonly #modules: ReadonlyMap<string, Module>
  readonly #subpaths: Subpaths

  constructor(modules: readonly Module[], subpaths: Subpaths) {
    this.#modules = new Map(modules.map((module) => [module.file, module]))
    this.#subpaths = subpaths
  }

  modules(): Iterable<Module> {
    return this.#modules.values()
  }

  /** Files whose exports are for programs outside of the repository. */
  get published(): ReadonlySet<string> {
    return this.#subpaths.published
  }

  get(file: string): Module | undefined {
    return this.#modules.get(file)
  }

  /** The file that an import of a module leads to; undefined when it is installed. */
  resolve(importer: string, from: string): string | undefined {
    const path = from.startsWith('.')
      ? new URL(from, `file:///${importer}`).pathname.slice(1)
      : this.#subpaths.files.get(from)
    return path !== undefined && this.#modules.has(path) ? path : undefined
  }

  /** The files that are loaded with a file, itself included, within its service. */
  loadedWith(file: string): ReadonlySet<string> {
    const found = new Set<string>()
    const service = serviceOf(file)
    const enter = (path: string): void => {
      if (found.has(path) || serviceOf(path) !== service) return
      found.add(path)
      for (const from of this.#modules.get(path)?.loads ?? []) {
        const target = this.resolve(path, from)
        if (target !== undefined) enter(target)
      }
    }
    enter(file)
    return found
  }

  /**
   * Every declaration that code which mentions some names of a file can enter: what the names stand
   * for, what those mention, and so on, through the objects that use-cases are given, too.
   */
  enteredFrom(module: Module, names: Iterable<string>, taken: Iterable<string>): readonly Place[] {
    const found = new Map<string, Place>()
    const follow = (from: Module, used: Iterable<string>): void => {
      for (const name of used) {
        for (const place of this.#find(from, name)) enter(place)
      }
    }
    const enter = (place: Place): void => {
      const key = `${place.module.file} ${place.declaration.name}`
      if (found.has(key)) return
      found.set(key, place)
      follow(place.module, place.declaration.uses)
      for (const given of this.#given(place.module, place.declaration.taken)) enter(given)
    }
    follow(module, names)
    for (const given of this.#given(module, taken)) enter(given)
    return [...found.values()]
  }

  /** What a name stands for when it stands for one thing. */
  find(from: Module, name: string): Place | undefined {
    const [place, another] = this.#find(from, name)
    return another === undefined ? place : undefined
  }

  /** What a name stands for, seen from a file. */
  #find(from: Module, name: string): readonly Place[] {
    const own = from.declarations.get(name)
    if (own !== undefined) return [{ module: from, declaration: own }]
    const imported = from.imports.get(name)
    const file = imported && this.resolve(from.file, imported.from)
    const module = file === undefined ? undefined : this.#modules.get(file)
    if (module === undefined || imported === undefined) return []
    return this.#exported(module, imported.name)
  }

  #exported(module: Module, name: string): readonly Place[] {
    if (name === '*') {
      return [...module.declarations.values()].map((declaration) => ({ module, declaration }))
    }
    const own = module.declarations.get(name)
    if (own !== undefined) return [{ module, declaration: own }]
    const again = module.reexports.get(name)
    if (again !== undefined) return this.#exportedFrom(module, again.from, again.name)
    return [...module.reexports.values()]
      .filter((star) => star.name === '*')
      .flatMap(({ from }) => this.#exportedFrom(module, from, name))
  }

  #exportedFrom(module: Module, from: string, name: string): readonly Place[] {
    const file = this.resolve(module.file, from)
    const target = file === undefined ? undefined : this.#modules.get(file)
    return target === undefined ? [] : this.#exported(target, name)
  }

  /** What makes the members of a service's `Deps` that some code takes. */
  #given(module: Module, taken: Iterable<string>): readonly Place[] {
    const service = serviceOf(module.file)
    const deps = this.#modules.get(`${service}/src/deps.ts`)
    const members = deps?.interfaces.get('Deps')
    if (deps === undefined || members === undefined) return []
    return [...taken].flatMap((name) => {
      const type = members.get(name) ?? ''
      const from = (deps.typeImports.get(type) ?? deps.imports.get(type))?.from
      const file = from === undefined ? undefined : this.resolve(deps.file, from)
      return file === undefined ? [] : this.#makersOf(file, type)
    })
  }

  #makersOf(file: string, type: string): readonly Place[] {
    const module = this.#modules.get(file)
    if (module === undefined) return []
    return [...module.declarations.values()]
      .filter(({ returns }) => returns === type)
      .map((declaration) => ({ module, declaration }))
  }
}

/** The folder of the service or package that a file belongs to. */
export function serviceOf(file: string): string {
  return file.split('/').slice(0, 2).join('/')
}

export async function readTree(root: URL): Promise<Tree> {
  const files = (await sourceFiles(root)).filter(
    (file) => /^(services|packages|deploy)\/[^/]+\/src\//.test(file) && !TEST.test(file),
  )
  const modules = await Promise.all(
    files.map(async (file) => readModule(file, await readFile(new URL(file, root), 'utf8'))),
  )
  return new Tree(modules, await readSubpaths(root, files))
}
