import { appendFile, readFile } from 'node:fs/promises'
import { EventEnvelope } from '@countersign/contracts'
import { Check } from 'typebox/value'

/** A received event as `listen --save` keeps it: the body byte for byte, and the event it holds. */
export interface Recorded {
  readonly event: EventEnvelope
  readonly body: string
}

/** Adds an event to a recording: one JSON text a line. */
export async function record(file: string, body: string): Promise<void> {
  await appendFile(file, `${JSON.stringify({ receivedAt: new Date().toISOString(), body })}\n`)
}

/**
 * Reads a recording. An event that was recorded several times counts once.
 *
 * @throws Error naming the line that holds no event.
 */
export async function readRecording(file: string): Promise<Recorded[]> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  const found = new Map<string, Recorded>()
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const recorded = readLine(line)
    if (recorded === undefined) throw new Error(`${file}:${index + 1} holds no event`)
    found.set(recorded.event.eventId, recorded)
  }
  return [...found.values()]
}

function readLine(line: string): Recorded | undefined {
  try {
    const { body } = JSON.parse(line) as { body: unknown }
    if (typeof body !== 'string') return undefined
    const event: unknown = JSON.parse(body)
    return Check(EventEnvelope, event) ? { event, body } : undefined
  } catch {
    return undefined
  }
}
