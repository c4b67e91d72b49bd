/**
 * Says of the members of a closed record which names they may have in a way that @fastify/swagger
 * keeps: it writes `patternProperties` as `additionalProperties`, and the pattern is lost.
 */
export function keepPropertyNames<T>(schema: T): T {
  // What each part is, it stays: only the keywords of records are written in another way.
  return visit(schema) as T
}

function visit(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(visit)
  if (typeof value !== 'object' || value === null) return value
  const visited = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, visit(member)]),
  )
  const { patternProperties, ...rest } = visited
  // An open record allows anything under the names that its pattern does not know.
  if (typeof patternProperties !== 'object' || rest['additionalProperties'] !== false)
    return visited
  const patterns = Object.entries(patternProperties ?? {})
  const [only] = patterns
  if (only === undefined || patterns.length > 1) return visited
  const [pattern, member] = only
  return { ...rest, propertyNames: { pattern }, additionalProperties: member }
}
