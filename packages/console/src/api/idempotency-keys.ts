import { unreachable } from './problem.ts'

type Send = (request: Request) => Promise<Response>

const header = 'idempotency-key'

/**
 * Gives each POST of JSON an idempotency key. The same request, sent again after its answer was
 * lost, carries the same key: so no button makes a second one of anything. Once a request is
 * answered the next one like it is meant as another.
 *
 * @throws ApiProblem `console.unreachable` when an answer broke off.
 */
export function withIdempotencyKeys(send: Send): Send {
  const unanswered = new Map<string, string>()
  return async (request) => {
    if (!needsKey(request)) return send(request)
    const content = `${request.url}\n${await request.clone().text()}`
    const key = unanswered.get(content) ?? crypto.randomUUID()
    unanswered.set(content, key)
    request.headers.set(header, key)
    const response = await send(request)
    await wholeBody(response)
    if (response.status < 500) unanswered.delete(content)
    return response
  }
}

/** Bytes of an upload say by their offset what they are; what has a key keeps it. */
function needsKey({ method, headers }: Request): boolean {
  const type = headers.get('content-type')
  return method === 'POST' && !headers.has(header) && (type === null || type.includes('json'))
}

/** An answer is one when all of it has come. */
async function wholeBody(response: Response): Promise<void> {
  try {
    await response.clone().arrayBuffer()
  } catch (error) {
    throw unreachable(error)
  }
}
