// Values of one approval as SQL for any number of others.

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const onlyUuid = new RegExp(`^${uuid.source}$`)
const taskNo = /T-[0-9A-HJKMNP-TV-Z]{8}/g
const placeholder = 'NNNNNNNNNNNN'

/** Writes values as SQL, with what names this one approval made to depend on `:n`. */
export type Literals = (value: unknown, type?: string) => string

/**
 * @param fixed Ids that all approvals share.
 * @param run Keeps the approvals of several runs on one database apart.
 */
export function createLiterals(fixed: readonly string[], run: number): Literals {
  const shared = new Set(fixed)
  const names = new Map<string, string>()
  const nameOf = (found: string, make: (index: string) => string): string => {
    const name = names.get(found) ?? make(String(names.size).padStart(3, '0'))
    names.set(found, name)
    return name
  }
  const vary = (text: string) =>
    text
      .replaceAll(uuid, (found) =>
        shared.has(found)
          ? found
          : nameOf(found, (index) => `0199000${run}-0${index}-7000-8000-${placeholder}`),
      )
      .replaceAll(taskNo, (found) => nameOf(found, (index) => `T${run}-${index}${placeholder}`))

  return (value, type) => {
    const cast = type === undefined ? '' : `::${type}`
    if (value === null || value === undefined) return `null${cast}`
    if (typeof value === 'number' || typeof value === 'boolean') return `${String(value)}${cast}`
    const text = textOf(value, type)
    const varied = vary(text)
    if (varied === text) return `${quote(text)}${cast}`
    const typed = type === undefined && onlyUuid.test(text) ? '::uuid' : cast
    return `replace(${quote(varied)}, '${placeholder}', lpad(:n::text, 12, '0'))${typed}`
  }
}

function textOf(value: unknown, type: string | undefined): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && type !== 'jsonb') {
    return `{${value.map((one) => (one === null ? 'null' : `"${String(one)}"`)).join(',')}}`
  }
  return JSON.stringify(value)
}

/** pgbench takes a colon before a name for a variable, in strings as well. */
const quote = (text: string) =>
  `E'${text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll("'", "''")
    .replaceAll(':', String.raw`\x3a`)}'`
