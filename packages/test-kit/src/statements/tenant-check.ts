import { type Conditions, linkOf, readConditions, union } from './conditions.ts'
import { as, type Column, type Fields, fieldsOf, list, statementsIn } from './tree.ts'

/** A table, view or inner statement that a statement reads, by the name it has there. */
interface Relation {
  readonly alias: string
  /** The table, when it is one with a tenant. */
  readonly tenantTable: string | undefined
  /** Its rows were found by a tenant already: an inner statement, or one outside. */
  readonly anchored: boolean
  /** The table of the tenants themselves, where `id` is the tenant. */
  readonly isTenants: boolean
  /** Made of values that came with the statement. */
  readonly given: boolean
}

interface Context {
  readonly tenantTables: ReadonlySet<string>
  /** Named statements (WITH), and whether their rows were found by a tenant. */
  readonly named: ReadonlyMap<string, boolean>
  /** Relations of the statements around. */
  readonly outer: readonly Relation[]
  readonly found: Set<string>
}

/**
 * Tables of tenants that a statement touches without the tenant.
 *
 * A row is touched with it when its `tenant_id` is compared with a value, or when it is joined by a
 * column to a row that was found so. What holds only in one branch of an OR does not count. A row
 * that is inserted names its tenant.
 *
 * @param stmt A statement as PostgreSQL's parser gives it.
 * @param tenantTables Tables with a column `tenant_id`.
 */
export function findWithoutTenant(
  stmt: unknown,
  tenantTables: ReadonlySet<string>,
): readonly string[] {
  const found = new Set<string>()
  readStatement(stmt, { tenantTables, named: new Map(), outer: [], found })
  return [...found].toSorted()
}

/** Checks a statement with all inside of it; tells whether its rows were found by a tenant. */
function readStatement(stmt: unknown, context: Context): boolean {
  const select = as('SelectStmt', stmt)
  if (select !== undefined) return readSelect(select, context)
  const insert = as('InsertStmt', stmt)
  if (insert !== undefined) return readInsert(insert, withNamed(insert, context))
  const change = as('UpdateStmt', stmt) ?? as('DeleteStmt', stmt) ?? as('MergeStmt', stmt)
  if (change === undefined) return false
  const from = [change['fromClause'], change['usingClause'], change['sourceRelation']]
  const sources = [
    { RangeVar: change['relation'] },
    ...from.flatMap((part) => (Array.isArray(part) ? part : [part])),
  ]
  const conditions = [change['whereClause'], change['joinCondition']]
  const rest = [change['targetList'], change['returningClause'], change['mergeWhenClauses']]
  return readScope({ sources, conditions, rest }, withNamed(change, context))
}

function readSelect(select: Fields, outside: Context): boolean {
  const context = withNamed(select, outside)
  if (select['op'] !== undefined && select['op'] !== 'SETOP_NONE') {
    const parts = [select['larg'], select['rarg']]
    return parts.map((part) => readSelect(fieldsOf(part) ?? {}, context)).every(Boolean)
  }
  const rest = [
    select['targetList'],
    select['valuesLists'],
    select['sortClause'],
    select['groupClause'],
    select['havingClause'],
    select['limitCount'],
  ]
  const scope = { sources: list(select['fromClause']), conditions: [select['whereClause']], rest }
  return readScope(scope, context)
}

function readInsert(insert: Fields, context: Context): boolean {
  const table = String(fieldsOf(insert['relation'])?.['relname'])
  const columns = list(insert['cols']).map((column) => as('ResTarget', column)?.['name'])
  const named = columns.includes('tenant_id')
  if (context.tenantTables.has(table) && !named) context.found.add(table)
  if (insert['selectStmt'] !== undefined) readStatement(insert['selectStmt'], context)
  for (const inner of statementsIn(insert['onConflictClause'])) readStatement(inner, context)
  return context.tenantTables.has(table) && named
}

interface Scope {
  readonly sources: readonly unknown[]
  readonly conditions: readonly unknown[]
  /** Other places where statements may stand. */
  readonly rest: readonly unknown[]
}

function readScope({ sources, conditions, rest }: Scope, context: Context): boolean {
  const relations: Relation[] = []
  const joins: unknown[] = []
  for (const source of sources) readSource(source, { context, relations, joins })
  const inner = { ...context, outer: [...relations, ...context.outer] }
  for (const stmt of statementsIn([joins, conditions, rest])) readStatement(stmt, inner)
  const resolve = (column: Column) => resolveIn(column, relations, context)
  const carries = (stmt: unknown) => readStatement(stmt, { ...inner, found: new Set() })
  const given = (name: string) => relations.some((one) => one.alias === name && one.given)
  const namesTenant = ({ relation, name }: Column) =>
    name === 'tenant_id' ||
    (name === 'id' && relations.some((one) => one.isTenants && one.alias === relation))
  const said = union(
    [...joins, ...conditions].map((part) =>
      readConditions(part, { resolve, carries, given, namesTenant }),
    ),
  )
  const anchored = spread(relations, said, context.outer)
  for (const { alias, tenantTable } of relations) {
    if (tenantTable !== undefined && !anchored.has(alias)) context.found.add(tenantTable)
  }
  return relations.some(({ alias }) => anchored.has(alias))
}

/** A name without a relation may be of any in this statement; else it is of one around it. */
function resolveIn(
  { relation }: Column,
  relations: readonly Relation[],
  context: Context,
): readonly string[] {
  if (relation !== undefined) return [relation]
  const own = relations.map(({ alias }) => alias)
  return own.length > 0 ? own : context.outer.map(({ alias }) => alias)
}

/** What is anchored, once each link has passed it on. */
function spread(
  relations: readonly Relation[],
  { anchors, links }: Conditions,
  outer: readonly Relation[],
): ReadonlySet<string> {
  const own = new Set(relations.map(({ alias }) => alias))
  // An outer statement answers for its rows itself, unless a name here hides it.
  const around = outer.filter(({ alias }) => !own.has(alias)).map(({ alias }) => alias)
  const known = new Set([...anchors, ...around])
  for (const { alias, anchored } of relations) if (anchored) known.add(alias)
  for (let before = -1; before !== known.size;) {
    before = known.size
    for (const a of [...known]) {
      for (const { alias } of relations) if (links.has(linkOf(a, alias))) known.add(alias)
    }
  }
  return known
}

interface Sources {
  readonly context: Context
  readonly relations: Relation[]
  readonly joins: unknown[]
}

function readSource(source: unknown, into: Sources): void {
  const { context, relations, joins } = into
  const join = as('JoinExpr', source)
  if (join !== undefined) {
    readSource(join['larg'], into)
    const left = relations.map(({ alias }) => alias)
    readSource(join['rarg'], into)
    const right = relations.slice(left.length).map(({ alias }) => alias)
    if (join['quals'] !== undefined) joins.push(join['quals'])
    joins.push(...equalities(join['usingClause'], left, right))
    return
  }
  const table = as('RangeVar', source)
  const sub = as('RangeSubselect', source)
  const made = as('RangeFunction', source)
  const aliased = fieldsOf((table ?? sub ?? made)?.['alias'])?.['aliasname']
  const alias = String(aliased ?? table?.['relname'])
  if (sub !== undefined) {
    const outer = [...relations, ...context.outer]
    const anchored = readStatement(sub['subquery'], { ...context, outer })
    relations.push({ alias, tenantTable: undefined, isTenants: false, anchored, given: !anchored })
    return
  }
  if (table === undefined) {
    relations.push({
      alias,
      tenantTable: undefined,
      isTenants: false,
      anchored: false,
      given: true,
    })
    return
  }
  const name = String(table['relname'])
  const named = context.named.get(name)
  const tenantTable = named === undefined && context.tenantTables.has(name) ? name : undefined
  const isTenants = named === undefined && name === 'tenants'
  relations.push({
    alias,
    tenantTable,
    isTenants,
    anchored: named ?? false,
    given: named === false,
  })
}

/** `using (a, b)` as the equalities that it stands for. */
function equalities(
  using: unknown,
  left: readonly string[],
  right: readonly string[],
): readonly unknown[] {
  const column = (relation: string, name: unknown) => ({
    ColumnRef: { fields: [{ String: { sval: relation } }, name] },
  })
  return list(using).flatMap((name) =>
    left.flatMap((a) =>
      right.map((b) => ({
        A_Expr: {
          name: [{ String: { sval: '=' } }],
          lexpr: column(a, name),
          rexpr: column(b, name),
        },
      })),
    ),
  )
}

/** The statements of a WITH, each of which sees those before it; a recursive one sees itself. */
function withNamed(stmt: Fields, context: Context): Context {
  const clause = fieldsOf(stmt['withClause'])
  if (clause === undefined) return context
  const named = new Map(context.named)
  for (const cte of list(clause['ctes'])) {
    const { ctename, ctequery } = as('CommonTableExpr', cte) ?? {}
    if (clause['recursive'] === true) named.set(String(ctename), true)
    named.set(String(ctename), readStatement(ctequery, { ...context, named }))
  }
  return { ...context, named }
}
