// The receiving end: takes every event, checks the order per instance, and can hang at one endpoint.
import { createServer } from 'node:http'
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

const server = createServer((request, response) => {
  const { 'ce-subject': instanceId, 'ce-sequence': sequence, 'ce-id': id } = request.headers
  request.resume()
  request.on('end', () => {
    if (trouble === 'hanging' && request.url === HANGING) return
    if (trouble === 'failing' && isRefused(String(id))) return void response.writeHead(500).end()
    take(String(instanceId), Number(sequence), String(id))
    response.end()
  })
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
