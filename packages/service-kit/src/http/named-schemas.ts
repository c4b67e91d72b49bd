type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json }
type JsonObject = Readonly<Record<string, Json>>

/**
 * Moves every object schema with a title, in paths and in shared answers, into `components.schemas`
 * and refers to it, so that an OpenAPI document says each thing once and generated clients have types
 * with names.
 *
 * A title that two different schemas bear stays where it is: the first of them gets the name.
 */
export function nameSchemas(document: object): JsonObject {
  const schemas = new Map<string, { text: string; schema: Json }>()

  const visit = (value: Json): Json => {
    if (value === null || typeof value !== 'object') return value
    if (isList(value)) return value.map(visit)
    const visited = mapMembers(value, visit)
    const name = nameOf(visited)
    if (name === undefined) return visited
    const text = JSON.stringify(visited)
    const known = schemas.get(name)
    if (known === undefined) schemas.set(name, { text, schema: visited })
    else if (known.text !== text) return visited
    return { $ref: `#/components/schemas/${name}` }
  }

  // Through text: what is not JSON (symbols that mark schemas) is not part of a document.
  const plain = JSON.parse(JSON.stringify(document)) as JsonObject
  const { paths = {}, components = {}, ...rest } = plain
  const visitedPaths = visit(paths)
  const { responses, ...others } = asObject(components)
  const shared = responses === undefined ? {} : { responses: visit(responses) }
  const named = Object.fromEntries(
    [...schemas].map(([name, { schema }]) => [name, schema]).toSorted(byName),
  )
  return { ...rest, paths: visitedPaths, components: { ...others, ...shared, schemas: named } }
}

function nameOf(schema: JsonObject): string | undefined {
  const { type, title } = schema
  return type === 'object' && typeof title === 'string' && /^\w+$/.test(title) ? title : undefined
}

function mapMembers(value: JsonObject, map: (member: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(member)]))
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function asObject(value: Json): JsonObject {
  return value !== null && typeof value === 'object' && !isList(value) ? value : {}
}

function byName([a]: readonly unknown[], [b]: readonly unknown[]): number {
  return String(a) < String(b) ? -1 : 1
}
