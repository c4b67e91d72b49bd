/**
 * A schema that says each part once: what occurs several times is moved into `$defs` and referred to (JSON Schema
 * 2020-12, section 8.2). A validator writes code for each occurrence: steps within steps within steps, each with two
 * ways to hold others, would come to minutes and gigabytes.
 *
 * Parts without members or alternatives stay where they are: a reference is no shorter than what they say.
 */
export function shareParts(schema: object): object {
  const parts = new Parts()
  const root = parts.see(schema)
  const names = new Map([...parts.often()].map((id, index) => [id, `part${index}`]))
  if (names.size === 0) return schema
  const write = (value: unknown): unknown => {
    if (!isObject(value)) return value
    const name = names.get(parts.see(value))
    return name === undefined ? writeOut(value) : { $ref: `#/$defs/${name}` }
  }
  const writeOut = (value: object): unknown =>
    Array.isArray(value)
      ? value.map(write)
      : Object.fromEntries(Object.entries(value).map(([name, member]) => [name, write(member)]))
  const $defs = Object.fromEntries([...names].map(([id, name]) => [name, writeOut(parts.at(id))]))
  return { ...(writeOut(parts.at(root)) as object), $defs }
}

/** The objects of a schema, with one number for all that say the same. Each is looked at once, wherever it occurs. */
class Parts {
  readonly #known = new Map<object, number>()
  readonly #ids = new Map<string, number>()
  readonly #values: object[] = []
  readonly #occurrences: number[] = []

  see(value: object): number {
    const known = this.#known.get(value)
    if (known !== undefined) return known
    const members = Object.entries(value)
    const within = members.flatMap(([, member]) => (isObject(member) ? [this.see(member)] : []))
    const text = JSON.stringify([
      Array.isArray(value),
      members.map(([name, member]) => [name, isObject(member) ? [this.see(member)] : member]),
    ])
    const id = this.#ids.get(text) ?? this.#values.length
    this.#known.set(value, id)
    if (id === this.#values.length) {
      this.#ids.set(text, id)
      this.#values.push(value)
      this.#occurrences.push(0)
      for (const part of within) this.#occurrences[part] = (this.#occurrences[part] ?? 0) + 1
    }
    return id
  }

  at(id: number): object {
    return this.#values[id] ?? {}
  }

  often(): readonly number[] {
    return this.#values.flatMap((value, id) =>
      isPart(value) && (this.#occurrences[id] ?? 0) > 1 ? [id] : [],
    )
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** These words may name members as well; then they hold schemas, neither a word nor a list. */
const isPart = (value: object): boolean =>
  ('properties' in value && 'type' in value && value.type === 'object') ||
  ('anyOf' in value && Array.isArray(value.anyOf))
