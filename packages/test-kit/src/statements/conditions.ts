import { as, columnOf, list, type Column } from './tree.ts'

/** What a condition says about the rows it lets pass. */
export interface Conditions {
  /** Relations of which a row is named by its tenant, or by what a statement inside gives. */
  readonly anchors: ReadonlySet<string>
  /** Pairs of relations whose rows belong together, by a column of each. */
  readonly links: ReadonlySet<string>
}

/** How a name without a relation is understood. */
export type Resolve = (column: Column) => readonly string[]

/** `carries` says whether the rows of a statement inside were found by a tenant. */
export interface Reading {
  readonly resolve: Resolve
  readonly carries: (statement: unknown) => boolean
  /** Whether a column holds a tenant's id. */
  readonly namesTenant: (column: Column) => boolean
  /** Whether a relation is made of values that came with the statement. */
  readonly given: (relation: string) => boolean
}

const nothing: Conditions = { anchors: new Set(), links: new Set() }
const EQUAL = new Set(['=', '<@'])

export const linkOf = (a: string, b: string): string => [a, b].toSorted().join(' ')

/** What must hold for every row: both sides of AND, what both sides of OR have in common. */
export function readConditions(value: unknown, reading: Reading): Conditions {
  const bool = as('BoolExpr', value)
  if (bool !== undefined) {
    const parts = list(bool['args']).map((part) => readConditions(part, reading))
    if (bool['boolop'] === 'AND_EXPR') return union(parts)
    return bool['boolop'] === 'OR_EXPR' ? intersection(parts) : nothing
  }
  const link = as('SubLink', value)
  if (link !== undefined) return readSubLink(link, reading)
  const comparison = as('A_Expr', value)
  const operator = as('String', list(comparison?.['name'])[0])?.['sval']
  if (comparison === undefined || !EQUAL.has(String(operator))) return nothing
  return readEquality(comparison['lexpr'], comparison['rexpr'], reading)
}

function readSubLink(link: Readonly<Record<string, unknown>>, reading: Reading): Conditions {
  const kind = link['subLinkType']
  const any = kind === 'ANY_SUBLINK' && reading.carries(link['subselect'])
  return any
    ? { anchors: new Set(relationsIn(link['testexpr'], reading)), links: new Set() }
    : nothing
}

function readEquality(left: unknown, right: unknown, reading: Reading): Conditions {
  const pairs = pairsOf(left, right)
  return union(pairs.map(([a, b]) => readPair(a, b, reading)))
}

/** `(a, b) = (c, d)` is two equalities. */
function pairsOf(left: unknown, right: unknown): readonly (readonly [unknown, unknown])[] {
  const a = as('RowExpr', left)
  const b = as('RowExpr', right)
  if (a === undefined || b === undefined) return [[left, right]]
  const others = list(b['args'])
  return list(a['args']).map((part, index) => [part, others[index]] as const)
}

function readPair(left: unknown, right: unknown, reading: Reading): Conditions {
  const [a, b] = [columnOf(left), columnOf(right)]
  if (a !== undefined && b !== undefined) {
    const [from, to] = [reading.resolve(a), reading.resolve(b)]
    const links = from.flatMap((one) => to.map((other) => linkOf(one, other)))
    // A tenant that came with the statement, in a row of values.
    const valued = reading.namesTenant(a) && reading.namesTenant(b)
    const anchors = valued && [...from, ...to].some(reading.given) ? [...from, ...to] : []
    return { anchors: new Set(anchors), links: new Set(links) }
  }
  const column = a ?? b
  if (column === undefined) return nothing
  const other = a === undefined ? left : right
  const inside = as('SubLink', other)?.['subselect']
  const named = reading.namesTenant(column) || (inside !== undefined && reading.carries(inside))
  return named ? { anchors: new Set(reading.resolve(column)), links: new Set() } : nothing
}

function relationsIn(value: unknown, reading: Reading): readonly string[] {
  const row = as('RowExpr', value)
  const parts = row === undefined ? [value] : list(row['args'])
  return parts.flatMap((part) => {
    const column = columnOf(part)
    return column === undefined ? [] : reading.resolve(column)
  })
}

export function union(parts: readonly Conditions[]): Conditions {
  return {
    anchors: new Set(parts.flatMap(({ anchors }) => [...anchors])),
    links: new Set(parts.flatMap(({ links }) => [...links])),
  }
}

function intersection(parts: readonly Conditions[]): Conditions {
  const [first = nothing, ...others] = parts
  return {
    anchors: new Set([...first.anchors].filter((a) => others.every((o) => o.anchors.has(a)))),
    links: new Set([...first.links].filter((a) => others.every((o) => o.links.has(a)))),
  }
}
