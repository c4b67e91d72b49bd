/**
 * Says each part of a validator's schemas once: what occurs several times, in one schema or in several, is given to the
 * validator under a name and referred to. A validator writes code for each occurrence: steps within steps within steps,
 * each with two ways to hold others, would come to seconds and gigabytes, and that for each operation that takes them.
 *
 * Parts without members or alternatives stay where they are: a reference is no shorter than what they say.
 */
export class SharedSchemas {
  readonly #add: (part: object, name: string) => unknown
  readonly #added = new Set<number>()
  readonly #known = new Map<object, number>()
  readonly #ids = new Map<string, number>()
  readonly #parts: Part[] = []

  /** @param add Gives the validator a part under the name that the others refer to it by. */
  constructor(add: (part: object, name: string) => unknown) {
    this.#add = add
  }

  /** The same schema, with references to what occurs often. */
  share(schema: object): object {
    this.#see(schema)
    return this.#writeOut(schema)
  }

  /** One number for all that say the same. Each object is looked at once, wherever it occurs. */
  #see(value: object): number {
    const known = this.#known.get(value)
    if (known !== undefined) return known
    const members = Object.entries(value).map(([name, member]) => {
      const part = isObject(member) ? this.#see(member) : undefined
      return { part, text: part === undefined ? [name, member] : [name, [part]] }
    })
    const text = JSON.stringify([Array.isArray(value), members.map((member) => member.text)])
    const within = members.flatMap(({ part }) => this.#parts[part ?? -1] ?? [])
    const id = this.#ids.get(text) ?? this.#parts.length
    this.#known.set(value, id)
    if (id === this.#parts.length) {
      this.#ids.set(text, id)
      const fills = 'default' in value || within.some((part) => part.fills)
      this.#parts.push({ value, fills, occurrences: 0 })
      for (const part of within) part.occurrences += 1
    }
    return id
  }

  #write(value: unknown): unknown {
    if (!isObject(value)) return value
    const id = this.#see(value)
    const { occurrences = 0, fills = false } = this.#parts[id] ?? {}
    if (occurrences < 2 || fills || !isPart(value)) return this.#writeOut(value)
    const name = `part${id}`
    if (!this.#added.has(id)) {
      this.#added.add(id)
      this.#add(this.#writeOut(value), name)
    }
    return { $ref: name }
  }

  #writeOut(value: object): object {
    if (Array.isArray(value)) return value.map((one) => this.#write(one))
    const members = Object.entries(value).map(([name, member]) => [name, this.#write(member)])
    return Object.fromEntries(members) as object
  }
}

interface Part {
  readonly value: object
  /** Whether it fills in what is missing: a validator does so in a part, but not within alternatives. */
  readonly fills: boolean
  occurrences: number
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** These words may name members as well; then they hold schemas, neither a word nor a list. */
const isPart = (value: object): boolean =>
  ('properties' in value && 'type' in value && value.type === 'object') ||
  ('anyOf' in value && Array.isArray(value.anyOf))
