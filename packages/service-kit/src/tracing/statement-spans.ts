import type { LogEvent } from 'kysely'
import { errorTypeOf, tracing } from './tracing.ts'

/**
 * A span for each statement of a request or of a delivery, by the conventions for databases: its text
 * without values, for what is sent with it are `$1` and so on. Polls of workers are nobody's and have
 * none.
 */
export function traceStatement(event: LogEvent): void {
  const on = tracing()
  if (on?.isRecording() !== true) return
  const { sql } = event.query
  const { operation, table } = describeStatement(sql)
  const span = on.startSpan(table === undefined ? operation : `${operation} ${table}`, {
    kind: 'client',
    startedMsAgo: event.queryDurationMillis,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': sql,
      ...(table === undefined ? {} : { 'db.collection.name': table }),
    },
  })
  if (event.level === 'error') span.fail(errorTypeOf(event.error))
  span.end()
}

const described = new Map<string, Description>()
const mostDescribed = 500

interface Description {
  readonly operation: string
  readonly table: string | undefined
}

// The first word, and the table that is changed, or else the first that is read: enough for a name.
function describeStatement(text: string): Description {
  const known = described.get(text)
  if (known !== undefined) return known
  const [, first = 'statement'] = /^\s*([a-z]+)/i.exec(text) ?? []
  const changed =
    /\b(insert)\s+into\s+"?(\w+)|\b(update)\s+"?(\w+)"?\s+(?:as\s+\w+\s+)?set|\b(delete)\s+from\s+"?(\w+)/i.exec(
      text,
    )
  const [, insert, inserted, update, updated, deletion, deleted] = changed ?? []
  const description = {
    operation: (insert ?? update ?? deletion ?? first).toUpperCase(),
    table: inserted ?? updated ?? deleted ?? /\bfrom\s+"?(\w+)/i.exec(text)?.[1],
  }
  if (described.size < mostDescribed) described.set(text, description)
  return description
}
