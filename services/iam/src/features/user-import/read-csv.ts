import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { problems } from '../../problems.ts'
import { CreateUserBody } from '../../schema.ts'

/** Passwords are hashed one after the other, so a file is kept to what a request can wait for. */
export const maxRows = 500

/** Several times what a row may hold: a million commas are a million cells to a reader of CSV. */
const maxLineCharacters = 20_000

const { username, displayName, email, password } = CreateUserBody.properties

/** What one line may hold; empty cells count as left out. */
const Row = Type.Object({
  username,
  displayName,
  email,
  password,
  department: Type.Optional(Type.String({ maxLength: 100 })),
  post: Type.Optional(Type.String({ maxLength: 100 })),
  /** Codes, separated by spaces or semicolons. */
  roles: Type.Optional(Type.String({ maxLength: 2_000 })),
})
export type ImportRow = Static<typeof Row>

export interface RowFault {
  readonly line: number
  readonly column: string | null
  readonly code: string
  readonly detail: string
}

export type ReadRow =
  | { readonly line: number; readonly row: ImportRow }
  | { readonly line: number; readonly faults: readonly RowFault[] }

const columns = Object.keys(Row.properties)

const refuse = (code: string, detail: string) =>
  problems.invalid_request({ errors: [{ pointer: '', code, detail }] })

/**
 * Reads a CSV file with a header line (RFC 4180). A row that does not fit is told with its line; a
 * file that cannot be read as one is refused whole.
 *
 * @throws `iam.invalid_request` (400)
 */
export async function readCsv(text: string): Promise<ReadRow[]> {
  if (hasLongLine(text))
    throw refuse('wrong_format', `has a line of more than ${maxLineCharacters} characters`)
  const { parse, CsvError } = await import('csv-parse/sync')
  let named: string[] | undefined
  try {
    const records = parse(text, {
      bom: true,
      info: true,
      trim: true,
      skip_empty_lines: true,
      columns: (header: string[]) => {
        named = checkHeader(header)
        return named
      },
      // A row with a comma too many is that row's fault, not the file's.
      relax_column_count: true,
      // One more says that there are too many; the rest of a megabyte of lines is not read.
      to: maxRows + 1,
      // The columns callback and `info` make this the shape; the library cannot say so.
    }) as unknown as {
      info: { lines: number; error?: unknown }
      record: Record<string, string>
    }[]
    if (named === undefined) throw refuse('missing_column', 'has no header line')
    if (records.length > maxRows) throw refuse('too_many', `has more than ${maxRows} rows`)
    return records.map(({ info, record }) =>
      info.error === undefined ? checkRow(info.lines, record) : miscounted(info.lines),
    )
  } catch (error) {
    if (error instanceof CsvError) throw refuse('wrong_format', error.message)
    throw error
  }
}

function hasLongLine(text: string): boolean {
  for (let from = 0; from < text.length;) {
    const found = text.indexOf('\n', from)
    const end = found === -1 ? text.length : found
    if (end - from > maxLineCharacters) return true
    from = end + 1
  }
  return false
}

const miscounted = (line: number): ReadRow => ({
  line,
  faults: [
    { line, column: null, code: 'wrong_format', detail: 'has not as many cells as the header' },
  ],
})

function checkHeader(header: readonly string[]): string[] {
  const unknown = header.find((name) => !columns.includes(name))
  if (unknown !== undefined)
    throw refuse('unknown_column', `"${unknown}" is none of ${columns.join(', ')}`)
  for (const name of ['username', 'displayName']) {
    if (!header.includes(name)) throw refuse('missing_column', `has no column ${name}`)
  }
  if (new Set(header).size < header.length) throw refuse('duplicate_column', 'names a column twice')
  return [...header]
}

function checkRow(line: number, record: Readonly<Record<string, string>>): ReadRow {
  const row = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''))
  if (Value.Check(Row, row)) return { line, row }
  const bad = columns.filter((column) => {
    const schema = Row.properties[column as keyof typeof Row.properties]
    return row[column] === undefined
      ? column === 'username' || column === 'displayName'
      : !Value.Check(schema, row[column])
  })
  return {
    line,
    faults: bad.map((column) =>
      row[column] === undefined
        ? { line, column, code: 'required', detail: 'is missing' }
        : { line, column, code: 'wrong_format', detail: 'does not have the right form' },
    ),
  }
}
