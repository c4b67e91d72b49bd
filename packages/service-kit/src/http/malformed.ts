import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from '../process/log.ts'
import { PROBLEM_TYPES } from '../api/problem.ts'

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** The body of a refusal of what cannot be read as HTTP. */
export function malformedBody(service: string, types: string, status: number) {
  const code = `${service}.invalid_request`
  const title = STATUS_CODES[status] ?? 'Bad Request'
  const detail = 'The request cannot be read as HTTP.'
  return { type: `${types}${code}`, title, status, detail, code }
}

/**
 * Answers what is not HTTP, before there is a request to answer: problem+json and a line of the log as for everything
 * else, and the connection ends, since nobody knows where the next request would begin.
 */
export function answerMalformed(service: string, log: Logger, types: string = PROBLEM_TYPES) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // Nothing arrives any more after a reset; after an answer has begun, a second one would lie.
    if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
      socket.destroy()
      return
    }
    const status = statuses[error.code ?? ''] ?? 400
    const reqId = randomUUID()
    log.info({ reqId, status, reason: error.code }, 'request that cannot be read')
    const body = JSON.stringify({ ...malformedBody(service, types, status), requestId: reqId })
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Bad Request'}\r\ncontent-type: application/problem+json\r\n` +
        `x-request-id: ${reqId}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    )
  }
}
