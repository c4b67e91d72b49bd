import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { at, listAt, nameOf, type Node, visit } from './ast.ts'

/** What the statements in a piece of code do, as far as their text says it. */
export interface SqlFacts {
  readonly reads: ReadonlySet<string>
  readonly writes: ReadonlySet<string>
  /** `row` for FOR UPDATE and its kin, `advisory` for locks that are no row's. */
  readonly locks: ReadonlySet<'row' | 'advisory'>
}

const READS = new Set([
  'selectFrom',
  'from',
  'using',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'innerJoinLateral',
  'leftJoinLateral',
])
const WRITES = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'])
const LOCKS = new Set(['forUpdate', 'forNoKeyUpdate', 'forShare', 'forKeyShare'])

const WRITTEN = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?"?(\w+)"?/gi
const READ = /\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?"?(\w+)"?/gi
const ROW_LOCK = /\bfor\s+(no\s+key\s+update|update|share|key\s+share)\b/i
const ADVISORY_LOCK = /\bpg_(try_)?advisory_|\btake_turn\(/i

/** Reads the calls of the query builder and the SQL that is written out. */
export function readSql(node: Node, tables: ReadonlySet<string>): SqlFacts {
  const found = {
    reads: new Set<string>(),
    writes: new Set<string>(),
    locks: new Set<'row' | 'advisory'>(),
  }
  const note = (names: Iterable<string>, into: Set<string>): void => {
    for (const name of names) if (tables.has(name)) into.add(name)
  }
  visit(node, (part) => {
    const text = textOf(part)
    if (text !== undefined) {
      note(namesIn(text, WRITTEN), found.writes)
      note(namesIn(text, READ), found.reads)
      if (ROW_LOCK.test(text)) found.locks.add('row')
      if (ADVISORY_LOCK.test(text)) found.locks.add('advisory')
    }
    const method = methodOf(part)
    if (method === undefined) return
    if (LOCKS.has(method)) found.locks.add('row')
    if (READS.has(method)) note(tablesNamed(part), found.reads)
    if (WRITES.has(method)) note(tablesNamed(part), found.writes)
  })
  return found
}

function namesIn(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '')
}

/** The text of a string or a template; what is put into it counts as a blank. */
function textOf(node: Node): string | undefined {
  if (node.type === 'TemplateLiteral') {
    const parts = listAt(node, 'quasis').map((quasi) => {
      const { value } = quasi
      return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : ''
    })
    return parts.join(' ? ')
  }
  return node.type === 'Literal' ? nameOf(node) : undefined
}

function methodOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression') return undefined
  const callee = at(node, 'callee')
  return callee?.type === 'MemberExpression' ? nameOf(at(callee, 'property')) : undefined
}

/** `'tasks as t'` and `['tasks', 'instances']` name tables. */
function tablesNamed(call: Node): readonly string[] {
  const [first] = listAt(call, 'arguments')
  const named = first?.type === 'ArrayExpression' ? listAt(first, 'elements') : [first]
  return named
    .flatMap((node) => (node?.type === 'Literal' ? [nameOf(node) ?? ''] : []))
    .map((text) => text.split(' ')[0] ?? '')
}

/** The tables that the migrations of a service create. */
export async function tablesOf(root: URL, service: string): Promise<ReadonlySet<string>> {
  const tables = new Set<string>()
  const files = glob(`${service}/migrations/*.sql`, { cwd: fileURLToPath(root) })
  for await (const file of files) {
    const text = await readFile(new URL(file, root), 'utf8')
    const created = text.matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(?:if not exists\s+)?(\w+)/gi)
    for (const [, name = ''] of created) tables.add(name)
  }
  return tables
}
