import type { TestProofKey } from '@countersign/auth-verifier/testing'
import type { EndMessage, InboxMessage, InstanceMessage } from '../schema.ts'

/** A stream as a browser reads it by `fetch`. */
export interface TestStream {
  readonly status: number
  readonly inbox: InboxMessage[]
  readonly instance: InstanceMessage[]
  lastId(): string
  problem(): unknown
  end(): EndMessage | undefined
  ended(): boolean
  close(): void
}

const streamPath = '/api/bpm/v1/inbox/stream'

export interface TestStreamOptions {
  readonly lastEventId?: string | undefined
  /** Of a token that is bound to it. */
  readonly key?: TestProofKey
  /** An approval to follow. */
  readonly instanceId?: string | undefined
}

export async function openStream(
  origin: string,
  token: string,
  { lastEventId, key, instanceId }: TestStreamOptions = {},
): Promise<TestStream> {
  const closing = new AbortController()
  const url = origin + streamPath
  const query = instanceId === undefined ? '' : `?instanceId=${instanceId}`
  const response = await fetch(url + query, {
    signal: closing.signal,
    headers: {
      ...(key === undefined
        ? { authorization: `Bearer ${token}` }
        : { authorization: `DPoP ${token}`, dpop: key.prove({ method: 'GET', url, token }) }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  })
  const inbox: InboxMessage[] = []
  const instance: InstanceMessage[] = []
  let id = ''
  let end: EndMessage | undefined
  let ended = false
  const problem: unknown = response.ok ? undefined : await response.json()

  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    for await (const message of messagesIn(body)) {
      const data = fieldOf(message, 'data')
      if (data === undefined) continue
      const event = fieldOf(message, 'event')
      if (event === 'end') end = JSON.parse(data) as EndMessage
      else if (event === 'instance') instance.push(JSON.parse(data) as InstanceMessage)
      else inbox.push(JSON.parse(data) as InboxMessage)
      id = fieldOf(message, 'id') ?? id
    }
  }
  if (response.ok && response.body !== null) {
    void read(response.body)
      .catch(() => undefined)
      .finally(() => (ended = true))
  }
  return {
    status: response.status,
    inbox,
    instance,
    lastId: () => id,
    problem: () => problem,
    end: () => end,
    ended: () => ended,
    close: () => closing.abort(),
  }
}

async function* messagesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let text = ''
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    text += part
    const messages = text.split('\n\n')
    text = messages.pop() ?? ''
    yield* messages
  }
}

function fieldOf(message: string, name: string): string | undefined {
  const line = message.split('\n').find((one) => one.startsWith(`${name}: `))
  return line?.slice(name.length + 2)
}
