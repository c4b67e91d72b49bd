import { at, isNode, listAt, nameOf, parse, unwrap, visit, type Comment, type Node } from './ast.ts'

/** A name that comes from another file or package. */
export interface Import {
  readonly from: string
  /** The exported name, or `*` for all of it. */
  readonly name: string
}

/** A function, class or value at the top of a file. */
export interface Declaration {
  readonly name: string
  readonly node: Node
  /** Every name that its code mentions. */
  readonly uses: ReadonlySet<string>
  /** Names that it takes from the objects it is given, see {@link takenNames}. */
  readonly taken: ReadonlySet<string>
  /** The name of the type that it says it returns. */
  readonly returns: string | undefined
  /** What `@retries` in its comment says. */
  readonly retries: string | undefined
}

/** What a file declares and what it takes from others. */
export interface Module {
  readonly file: string
  readonly imports: ReadonlyMap<string, Import>
  readonly typeImports: ReadonlyMap<string, Import>
  /** Files and packages that are loaded with it: imports of values, in whatever form. */
  readonly loads: ReadonlySet<string>
  readonly reexports: ReadonlyMap<string, Import>
  readonly declarations: ReadonlyMap<string, Declaration>
  /** Members of the interfaces, as `Deps` → `db` → `Database`. */
  readonly interfaces: ReadonlyMap<string, ReadonlyMap<string, string>>
}

interface Draft {
  readonly file: string
  readonly text: string
  readonly comments: readonly Comment[]
  readonly imports: Map<string, Import>
  readonly typeImports: Map<string, Import>
  readonly loads: Set<string>
  readonly reexports: Map<string, Import>
  readonly declarations: Map<string, Declaration>
  readonly interfaces: Map<string, ReadonlyMap<string, string>>
}

/** Reads a source file as its top-level declarations and the names that each of them mentions. */
export function readModule(file: string, text: string): Module {
  const { body, comments } = parse(file, text)
  const draft: Draft = {
    file,
    text,
    comments,
    imports: new Map(),
    typeImports: new Map(),
    loads: new Set(),
    reexports: new Map(),
    declarations: new Map(),
    interfaces: new Map(),
  }
  for (const statement of body) readStatement(draft, statement)
  return draft
}

function readStatement(draft: Draft, statement: Node): void {
  if (statement.type === 'ImportDeclaration') return readImport(draft, statement)
  if (statement.type === 'ExportAllDeclaration') return readReexport(draft, statement)
  if (statement.type === 'ExportNamedDeclaration') {
    const declared = at(statement, 'declaration')
    return declared === undefined
      ? readReexport(draft, statement)
      : readDeclaration(draft, declared, statement.start)
  }
  readDeclaration(draft, statement, statement.start)
}

function readImport(draft: Draft, statement: Node): void {
  const from = nameOf(at(statement, 'source')) ?? ''
  const specifiers = listAt(statement, 'specifiers')
  const isType = (node: Node): boolean =>
    node['importKind'] === 'type' || statement['importKind'] === 'type'
  for (const specifier of specifiers) {
    const local = nameOf(at(specifier, 'local')) ?? ''
    const name = nameOf(at(specifier, 'imported')) ?? (isDefault(specifier) ? 'default' : '*')
    const imports = isType(specifier) ? draft.typeImports : draft.imports
    imports.set(local, { from, name })
  }
  if (
    statement['importKind'] !== 'type' &&
    (specifiers.length === 0 || !specifiers.every(isType))
  ) {
    draft.loads.add(from)
  }
}

const isDefault = (specifier: Node): boolean => specifier.type === 'ImportDefaultSpecifier'

function readReexport(draft: Draft, statement: Node): void {
  const from = nameOf(at(statement, 'source'))
  if (statement['exportKind'] === 'type') return
  if (from !== undefined) draft.loads.add(from)
  const specifiers = listAt(statement, 'specifiers')
  if (specifiers.length === 0 && from !== undefined)
    draft.reexports.set(`* ${from}`, { from, name: '*' })
  for (const specifier of specifiers) {
    const name = nameOf(at(specifier, 'local')) ?? ''
    const exported = nameOf(at(specifier, 'exported')) ?? name
    if (from !== undefined) draft.reexports.set(exported, { from, name })
  }
}

function readDeclaration(draft: Draft, node: Node, start: number): void {
  if (node.type === 'TSInterfaceDeclaration') return readInterface(draft, node)
  if (node.type === 'VariableDeclaration') {
    for (const declarator of listAt(node, 'declarations')) {
      for (const name of boundNames(at(declarator, 'id'))) declare(draft, name, declarator, start)
    }
    return
  }
  if (node.type.startsWith('TS')) return
  declare(draft, nameOf(at(node, 'id')) ?? `statement ${node.start}`, node, start)
}

function declare(draft: Draft, name: string, node: Node, start: number): void {
  const uses = usedNames(node, (from) => {
    draft.loads.add(from)
    draft.imports.set(loadedName(from), { from, name: '*' })
  })
  const code = unwrap(at(node, 'init')) ?? node
  const returns = typeName(at(at(code, 'returnType'), 'typeAnnotation'))
  const retries = retriesAbove(draft, start)
  draft.declarations.set(name, { name, node, uses, taken: takenNames(node), returns, retries })
}

/** Every name that some code mentions; a file that it loads while it runs has a name, too. */
export function usedNames(node: Node, onLoad?: (from: string) => void): ReadonlySet<string> {
  const uses = new Set<string>()
  visit(node, (part) => {
    const used = /^(JSX)?Identifier$/.test(part.type) ? nameOf(part) : undefined
    if (used !== undefined) uses.add(used)
    const from = part.type === 'ImportExpression' ? nameOf(at(part, 'source')) : undefined
    if (from === undefined) return
    onLoad?.(from)
    uses.add(loadedName(from))
  })
  return uses
}

const loadedName = (from: string): string => `import(${from})`

/** The names that a pattern gives. */
export function boundNames(pattern: Node | undefined): readonly string[] {
  if (pattern === undefined) return []
  if (pattern.type === 'Identifier') return [nameOf(pattern) ?? '']
  const parts = [...listAt(pattern, 'properties'), ...listAt(pattern, 'elements')]
  return parts.flatMap((part) => boundNames(at(part, 'value') ?? at(part, 'left') ?? part))
}

/** The name of a type, or of what a promise of it gives. */
export function typeName(node: Node | undefined): string | undefined {
  const name = nameOf(at(node, 'typeName'))
  if (name !== 'Promise') return name
  return typeName(listAt(at(node, 'typeArguments'), 'params')[0])
}

function readInterface(draft: Draft, node: Node): void {
  const members = listAt(at(node, 'body'), 'body').flatMap((member) => {
    const name = nameOf(at(member, 'key'))
    const type = typeName(at(at(member, 'typeAnnotation'), 'typeAnnotation'))
    return name === undefined || type === undefined ? [] : [[name, type] as const]
  })
  draft.interfaces.set(nameOf(at(node, 'id')) ?? '', new Map(members))
}

/** The comment that ends right above a statement, when it has the tag. */
function retriesAbove({ text, comments }: Draft, start: number): string | undefined {
  const above = comments.findLast(({ end }) => end <= start && text.slice(end, start).trim() === '')
  const tag = /@retries\s+([^@]*)/.exec(above?.value ?? '')?.[1]
  return tag?.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim()
}

/** Names that are read from an object called `deps`, or taken out of any object by their name. */
export function takenNames(node: Node): ReadonlySet<string> {
  const taken = new Set<string>()
  visit(node, (part) => {
    if (part.type === 'MemberExpression' && /deps$/i.test(lastName(at(part, 'object')))) {
      taken.add(nameOf(at(part, 'property')) ?? '')
    }
    if (part.type !== 'ObjectPattern') return
    for (const property of listAt(part, 'properties')) taken.add(nameOf(at(property, 'key')) ?? '')
  })
  return taken
}

function lastName(node: Node | undefined): string {
  const name = nameOf(node) ?? nameOf(at(node, 'property'))
  return isNode(node) && name !== undefined ? name : ''
}
