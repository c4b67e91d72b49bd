/**
 * The database could not be asked, or the connection was lost before the answer came: nobody is to blame for
 * the request, and it may be sent again. Whether a statement that was under way was carried out is unknown.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  /** SQLSTATE or the system's code, where there was one. */
  readonly code: string | undefined
  readonly syscall: string | undefined
  /** `connect`: nothing was sent; all hosts were tried until the time for that was over. */
  readonly during: 'connect' | 'statement'

  constructor(during: DatabaseUnavailable['during'], cause: Error) {
    super(cause.message, { cause })
    const { code, syscall } = cause as NodeJS.ErrnoException
    this.code = code
    this.syscall = syscall
    this.during = during
  }
}

/** What somebody else made of it is looked into this deep. */
const mostCauses = 5

/** The outage that an error is, or was caused by. */
export function findOutage(error: unknown): DatabaseUnavailable | undefined {
  let cause = error
  for (let depth = 0; depth < mostCauses && cause instanceof Error; depth += 1) {
    if (cause instanceof DatabaseUnavailable) return cause
    cause = cause.cause
  }
  return undefined
}

// read_only_sql_transaction; admin_shutdown, crash_shutdown, cannot_connect_now; too_many_connections; class 08
// (connection exception), which poolers send, too. A session that was idle for too long, in a transaction or not,
// and a transaction that lasted too long (25P03, 57P05, 25P04) are ended with their connection: the process was frozen.
const sqlStates = /^(25006|25P0[34]|57P0[1235]|53300|08...)$/
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Node's, of a statement that is sent while the connection is being given up.
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
])
// What node-postgres says without a code.
const messages =
  /^(Connection terminated|There was an error establishing an SSL connection|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

/** Whether it means that the server is away, or is no leader any more. */
export function isOutage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) return messages.test(error.message)
  return sqlStates.test(code) || systemCodes.has(code)
}
