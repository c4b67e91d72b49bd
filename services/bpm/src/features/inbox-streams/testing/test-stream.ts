import type { EndMessage, InboxMessage } from '../schema.ts'

/** A stream as a browser reads it by `fetch`. */
export interface TestStream {
  readonly status: number
  readonly inbox: InboxMessage[]
  lastId(): string
  problem(): unknown
  end(): EndMessage | undefined
  ended(): boolean
  close(): void
}

export async function openStream(
  origin: string,
  token: string,
  lastEventId?: string,
): Promise<TestStream> {
  const closing = new AbortController()
  const response = await fetch(`${origin}/api/bpm/v1/inbox/stream`, {
    signal: closing.signal,
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  })
  const inbox: InboxMessage[] = []
  let id = ''
  let end: EndMessage | undefined
  let ended = false
  const problem: unknown = response.ok ? undefined : await response.json()

  async function read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = ''
    for await (const part of body.pipeThrough(new TextDecoderStream())) {
      text += part
      const messages = text.split('\n\n')
      text = messages.pop() ?? ''
      for (const message of messages) take(message)
    }
  }
  function take(message: string): void {
    const field = (name: string) =>
      message
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2)
    const data = field('data')
    if (data === undefined) return
    if (field('event') === 'end') end = JSON.parse(data) as EndMessage
    else inbox.push(JSON.parse(data) as InboxMessage)
    id = field('id') ?? id
  }
  if (response.ok && response.body !== null) {
    void read(response.body)
      .catch(() => undefined)
      .finally(() => (ended = true))
  }
  return {
    status: response.status,
    inbox,
    lastId: () => id,
    problem: () => problem,
    end: () => end,
    ended: () => ended,
    close: () => closing.abort(),
  }
}
