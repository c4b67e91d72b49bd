import { Type } from 'typebox'
import { ScimError } from './error.ts'
import { nameOf, readFilter, type Comparison } from './filter.ts'
import { lazyGuard } from './guard.ts'

/** One change of RFC 7644 section 3.5.2, its path resolved. */
export interface Operation {
  readonly op: 'add' | 'remove' | 'replace'
  /** In lower case, such as `active` or `emails.value`. */
  readonly path: string
  /** What stood in brackets: `members[value eq "…"]`. */
  readonly filter: readonly Comparison[]
  readonly value: unknown
}

const isPatchOp = lazyGuard(
  Type.Object({
    Operations: Type.Array(
      Type.Object({
        op: Type.String(),
        path: Type.Optional(Type.String({ maxLength: 500 })),
        value: Type.Optional(Type.Unknown()),
      }),
      { minItems: 1, maxItems: 100 },
    ),
  }),
)

/** What has several values; elsewhere a filter would be passed over. */
const filtered: ReadonlySet<string> = new Set(['emails', 'members'])
const bracketed = /^([^[\]]+)\[([^\]]*)\](?:\.(\w+))?$/

/**
 * @param id Of the resource, which some directories send along.
 * @throws {@link ScimError} for a body that is no patch.
 */
export function readOperations(body: unknown, id: string): Operation[] {
  if (!isPatchOp(body)) throw new ScimError('invalidSyntax', 'is no PatchOp message')
  return body.Operations.flatMap(({ op: verb, path, value }) => {
    const op = verb.toLowerCase()
    if (op !== 'add' && op !== 'remove' && op !== 'replace')
      throw new ScimError('invalidSyntax', 'op is add, remove or replace')
    if (path !== undefined) return spreadName({ op, ...readPath(path), value })
    if (op === 'remove') throw new ScimError('noTarget', 'remove takes a path')
    return spread(op, value, id)
  })
}

function readPath(path: string): Pick<Operation, 'path' | 'filter'> {
  const match = bracketed.exec(path)
  if (match === null) return { path: nameOf(path), filter: [] }
  const [, attribute = '', inner = '', sub] = match
  const name = nameOf(attribute)
  if (!filtered.has(name)) throw new ScimError('invalidPath', `${path} is not kept`)
  return {
    path: sub === undefined ? name : `${name}.${sub.toLowerCase()}`,
    filter: readFilter(inner),
  }
}

// Without a path the value holds attributes by name.
function spread(op: 'add' | 'replace', value: unknown, id: string): Operation[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ScimError('invalidValue', 'without a path the value is an object')
  return Object.entries(value).flatMap(([key, entry]: [string, unknown]): Operation[] => {
    const path = nameOf(key)
    if (path === 'schemas' || path === 'meta') return []
    if (path !== 'id') return spreadName({ op, path, filter: [], value: entry })
    if (typeof entry === 'string' && entry.toLowerCase() === id.toLowerCase()) return []
    throw new ScimError('mutability', 'id cannot change')
  })
}

// One level deeper.
function spreadName(operation: Operation): Operation[] {
  const { path, value } = operation
  if (path !== 'name' || typeof value !== 'object' || value === null) return [operation]
  return Object.entries(value).map(([sub, inner]: [string, unknown]) => ({
    ...operation,
    path: `name.${sub.toLowerCase()}`,
    value: inner,
  }))
}
