// How much an expression has to do at most, known before it is evaluated: nothing can stop it then, and it holds up
// everybody else. In steps of some twenty nanoseconds.

/** Of a text, as long as one entry of a list: so many characters are compared or looked through at once. */
export const TEXT_UNIT = 64
const CALL = 10

interface Known {
  /** Of the list that a name stands for. */
  readonly length: number
  /** Stands for one of the people of a list, say, and for nothing that is long. */
  readonly isShort: boolean
}

type Names = ReadonlyMap<string, Known>
type Tree = { readonly op: string; readonly args: unknown }

const loops = new Set(['all', 'exists', 'exists_one', 'map', 'filter'])
const quick = new Set(['size', 'has', 'date'])
const comparing = new Set(['==', '!=', '<', '<=', '>', '>=', '+'])

const isTree = (node: unknown): node is Tree =>
  typeof node === 'object' && node !== null && 'op' in node && 'args' in node

const partsOf = (args: unknown): readonly unknown[] => (Array.isArray(args) ? args : [args])

/**
 * @param longest How many entries the longest list that it sees has, or the longest text by {@link TEXT_UNIT}.
 */
export function workOf(node: unknown, longest: number, names: Names = new Map()): number {
  if (Array.isArray(node)) return sum(node, (part) => workOf(part, longest, names))
  if (!isTree(node)) return 0
  const { op } = node
  const parts = partsOf(node.args)
  const call = callOf(node)
  if (call !== undefined) return workOfCall(call, longest, names)
  const inside = 1 + workOf(parts, longest, names)
  if (op === 'in') return inside + lengthOf(parts[1], longest, names)
  if (!comparing.has(op) || parts.some((part) => isShort(part, names))) return inside
  return inside + Math.max(...parts.map((part) => lengthOf(part, longest, names)))
}

interface Call {
  readonly name: string
  readonly on: unknown
  readonly given: readonly unknown[]
}

function callOf({ op, args }: Tree): Call | undefined {
  if (op !== 'call' && op !== 'rcall') return undefined
  const parts = partsOf(args)
  const [on, given] = op === 'call' ? [undefined, parts[1]] : [parts[1], parts[2]]
  return { name: String(parts[0]), on, given: partsOf(given) }
}

function workOfCall(call: Call, longest: number, names: Names): number {
  const { name, on, given } = call
  const before = CALL + workOf(on, longest, names)
  if (isLoop(call)) {
    const each = workOf(given, longest, withItem(call, longest, names))
    return before + lengthOf(on, longest, names) * (1 + each)
  }
  if (name === 'bind') {
    const inner = new Map(names).set(nameOf(given[0]), knownOf(given[1], longest, names))
    return before + workOf(given, longest, inner)
  }
  const looksThrough = quick.has(name) ? 0 : lengthOf(on ?? given[0], longest, names)
  return before + workOf(given, longest, names) + looksThrough
}

const isLoop = ({ name, on }: Call): boolean => on !== undefined && loops.has(name)

const nameOf = (node: unknown): string => (isTree(node) ? String(node.args) : '')

const knownOf = (node: unknown, longest: number, names: Names): Known => ({
  length: lengthOf(node, longest, names),
  isShort: isShort(node, names),
})

/** The names that the inside of a loop sees. What a value lists are people; what is listed here may be long itself. */
function withItem({ on, given }: Call, longest: number, names: Names): Names {
  const isShort = isTree(on) && on.op === 'id' && !names.has(nameOf(on))
  return new Map(names).set(nameOf(given[0]), { length: itemLength(on, longest, names), isShort })
}

function itemLength(list: unknown, longest: number, names: Names): number {
  if (!isTree(list)) return longest
  const call = callOf(list)
  if (call?.name === 'map') return lengthOf(call.given.at(-1), longest, names)
  if (call?.name === 'filter') return itemLength(call.on, longest, names)
  if (list.op === 'list') return sum(partsOf(list.args), (part) => lengthOf(part, longest, names))
  return list.op === 'id' ? longest * lengthOf(list, longest, names) : longest
}

/** How many entries it may have, when it is a list. */
function lengthOf(node: unknown, longest: number, names: Names): number {
  if (!isTree(node)) return 1
  const { op, args } = node
  const call = callOf(node)
  if (call !== undefined) {
    // One entry for each character of a text.
    if (!isLoop(call)) return longest * TEXT_UNIT
    return lengthOf(call.on, longest, names)
  }
  if (op === 'value') return 1
  if (op === 'id') return names.get(nameOf(node))?.length ?? longest
  const parts = partsOf(args)
  if (op === 'list' || op === 'map') return parts.length
  if (op === '+' || op === '?:') return sum(parts, (part) => lengthOf(part, longest, names))
  return longest
}

function isShort(node: unknown, names: Names): boolean {
  if (!isTree(node)) return true
  if (node.op === 'value') return true
  if (node.op === 'id') return names.get(nameOf(node))?.isShort === true
  return false
}

const sum = <T>(parts: readonly T[], count: (part: T) => number): number =>
  parts.reduce((total, part) => total + count(part), 0)
