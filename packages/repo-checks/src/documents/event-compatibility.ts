/** A JSON Schema, of which only what events use is read. */
type Schema = Readonly<Record<string, unknown>>

/** What explains and does not constrain. */
const ANNOTATIONS = new Set(['title', 'description', 'examples', '$comment', '$id', '$schema'])

/**
 * What of a change to the schema of an event would break somebody: an application built against
 * the old schema that gets new events, or one built against the new that gets old ones, which
 * happens when an event is delivered again after an update. So both must accept the same, but for
 * optional members, event types and values of an open list, which may be added.
 *
 * @returns A sentence per break; none when the change is compatible.
 */
export function findBreaks(before: unknown, after: unknown, at = 'the event'): string[] {
  if (!isSchema(before) || !isSchema(after)) {
    return same(before, after) ? [] : [`${at} has changed`]
  }
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keywords]
    .filter((keyword) => !ANNOTATIONS.has(keyword))
    .flatMap((keyword) => compareKeyword(keyword, before[keyword], after[keyword], at))
}

function compareKeyword(keyword: string, before: unknown, after: unknown, at: string): string[] {
  switch (keyword) {
    case 'properties':
      return compareProperties(before, after, at)
    case 'required':
      return same(sorted(before), sorted(after))
        ? []
        : [`${at} has other required members: ${listed(before)}, then ${listed(after)}`]
    case 'x-extensible-enum':
      return lost(before, after).map((value) => `${at} has lost the value ${value}`)
    case 'enum':
      return compareEnum(before, after, at)
    case 'items':
    case 'additionalProperties':
      return findBreaks(before, after, `an item of ${at}`)
    default:
      return same(before, after) ? [] : [`${keyword} of ${at} has changed`]
  }
}

function compareProperties(before: unknown, after: unknown, at: string): string[] {
  const [old, current] = [isSchema(before) ? before : {}, isSchema(after) ? after : {}]
  return Object.entries(old).flatMap(([name, schema]) => {
    const path = `${at}/${name}`
    return current[name] === undefined
      ? [`${path} was dropped`]
      : findBreaks(schema, current[name], path)
  })
}

// Event types are the one list that may grow: a receiver records a type that it does not know.
function compareEnum(before: unknown, after: unknown, at: string): string[] {
  const gone = lost(before, after).map((value) => `${at} has lost the value ${value}`)
  const added = at.endsWith('/type') ? [] : lost(after, before)
  return [...gone, ...added.map((value) => `${at} is a closed list and has got the value ${value}`)]
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const sorted = (value: unknown) => arrayOf(value).map(String).toSorted()
const listed = (value: unknown) => sorted(value).join(', ') || 'none'
const lost = (from: unknown, to: unknown) =>
  arrayOf(from)
    .filter((value) => !arrayOf(to).includes(value))
    .map(String)
const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)
