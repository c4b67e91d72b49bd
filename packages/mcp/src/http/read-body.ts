import type { IncomingMessage } from 'node:http'

/** A file of two mebibytes as base64 in JSON, and its arguments. */
const MAX_BODY_BYTES = 3 * 1024 * 1024

/** The body as JSON, or as the text that it is where it is none; undefined where it is too large. */
export async function readBody(request: IncomingMessage): Promise<{ json: unknown } | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MAX_BODY_BYTES) return undefined
    parts.push(part)
  }
  const text = Buffer.concat(parts).toString('utf8')
  try {
    return { json: JSON.parse(text) as unknown }
  } catch {
    // The protocol has an answer of its own for what is no message.
    return { json: text }
  }
}
