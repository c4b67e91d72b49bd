/** One server-sent event (WHATWG HTML section 9.2). */
export interface StreamEvent {
  readonly id: string
  readonly type: string
  readonly data: string
}

/** Three signs of life that did not come: the line is dead, and nobody has said so. */
const longestSilenceMs = 45_000

/**
 * Reads events from an answer. `EventSource` would do, if it could send a token.
 *
 * @returns when the stream ends, or is silent for too long; throws what reading throws.
 */
export async function* readEvents(answer: Response): AsyncGenerator<StreamEvent> {
  if (answer.body === null) return
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  const parse = createParser()
  try {
    for (;;) {
      const silence = setTimeout(() => void reader.cancel(), longestSilenceMs)
      const { done, value } = await reader.read().finally(() => clearTimeout(silence))
      if (done) return
      yield* parse(value)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Takes pieces of text as they come, cut anywhere, and gives the events that they complete. */
export function createParser(): (text: string) => readonly StreamEvent[] {
  let rest = ''
  let id = ''
  let type = 'message'
  let data: string[] = []
  const takeLine = (line: string): StreamEvent | undefined => {
    if (line === '') {
      const event = data.length === 0 ? undefined : { id, type, data: data.join('\n') }
      type = 'message'
      data = []
      return event
    }
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    if (name === 'data') data.push(value)
    if (name === 'event') type = value
    if (name === 'id') id = value
    return undefined
  }
  return (text) => {
    // A carriage return at the end may be half of a line's end.
    const [...lines] = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    return lines.map(takeLine).filter((event) => event !== undefined)
  }
}
