// The receiving end: takes every event, checks the order per instance, and can hang at one endpoint.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Trouble } from './trouble.ts'

/** What the receiver counted since it was last asked to begin anew. */
export interface Tally {
  readonly received: number
  readonly duplicates: number
  readonly violations: number
  /** When each event came, in milliseconds since the epoch; kept when `timed`. */
  readonly receipts: readonly (readonly [eventId: string, at: number])[]
}

export type Command =
  | { readonly ask: 'tally' }
  | { readonly ask: 'reset'; readonly trouble: Trouble; readonly timed: boolean }

const HANGING = '/e/0'
let last = new Map<string, number>()
let trouble: Trouble = 'none'
let refused = new Set<string>()
let timed = false
let received = 0
let duplicates = 0
let violations = 0
let receipts: [string, number][] = []

function take(instanceId: string, sequence: number, eventId: string): void {
  const before = last.get(instanceId) ?? 0
  if (sequence <= before) {
    duplicates += 1
    return
  }
  if (sequence > before + 1) violations += 1
  last.set(instanceId, sequence)
  received += 1
  if (timed) receipts.push([eventId, Date.now()])
}

/** The first time only, and the same events whoever sends them: their ids are digests. */
function isRefused(eventId: string): boolean {
  if (refused.has(eventId) || Number.parseInt(eventId.slice(0, 6), 16) % 100 > 0) return false
  refused.add(eventId)
  return true
}

interface Attributes {
  readonly subject: unknown
  readonly sequence: unknown
  readonly id: unknown
}

/** In headers, or beside each of several; the body of a single one need not be kept. */
async function readAttributes(request: IncomingMessage): Promise<readonly Attributes[]> {
  const { 'ce-subject': subject, 'ce-sequence': sequence, 'ce-id': id } = request.headers
  const several = id === undefined
  const chunks: Buffer[] = []
  for await (const chunk of request) if (several) chunks.push(chunk as Buffer)
  return several
    ? (JSON.parse(Buffer.concat(chunks).toString()) as Attributes[])
    : [{ subject, sequence, id }]
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const events = await readAttributes(request)
  if (trouble === 'hanging' && request.url === HANGING) return
  if (trouble === 'failing' && events.some(({ id }) => isRefused(String(id)))) {
    response.writeHead(500).end()
    return
  }
  for (const { subject, sequence, id } of events)
    take(String(subject), Number(sequence), String(id))
  response.end()
}

const server = createServer((request, response) => {
  receive(request, response).catch(() => response.destroy())
})
server.keepAliveTimeout = 60_000

process.on('message', (command: Command) => {
  if (command.ask === 'reset') {
    ;({ trouble, timed } = command)
    refused = new Set()
    last = new Map()
    received = duplicates = violations = 0
    receipts = []
    server.closeAllConnections()
  }
  process.send?.({ received, duplicates, violations, receipts } satisfies Tally)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
// The program that started it is gone.
process.on('disconnect', () => process.exit())
