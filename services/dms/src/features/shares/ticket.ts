import { createHash } from 'node:crypto'
import { placeOf } from '@countersign/service-kit/client-place'
import { CONTINUES_SECONDS } from '../../core/share.ts'
import type { Deps } from '../../deps.ts'
import type { ShareRow } from './queries.ts'

export const TICKET_SECONDS = 600
const USE = 'share'

/** @param visitor By what they are known: that of a ticket stays when it is renewed. */
export const signTicket = (
  deps: Deps,
  share: ShareRow,
  visitor: string | undefined,
  expiresAt: Date,
): string => deps.signedTokens.sign(USE, { ...payloadOf(share), v: visitor }, expiresAt)

/** Whether the ticket opens the share now, or the share needs none. */
export const isUnlocked = (deps: Deps, share: ShareRow, ticket: string | undefined): boolean =>
  share.passwordHash === null || isTicketOf(deps, share, ticket, deps.now())

/**
 * By what a visitor who goes on with a download is known again: the ticket they send, which is good
 * for this longer than for beginning one, else where they are. Undefined where the share needs a ticket
 * and this is none.
 */
export function nameVisitor(
  deps: Deps,
  share: ShareRow,
  { ticket, address }: { readonly ticket: string | undefined; readonly address: string },
): string | undefined {
  const id = findVisitorId(deps, share, ticket)
  if (id !== undefined) return `ticket:${id}`
  return share.passwordHash === null ? `address:${placeOf(address)}` : undefined
}

/** The visitor whom a ticket names, also for a day after it has opened the share for the last time. */
export function findVisitorId(
  deps: Deps,
  share: ShareRow,
  ticket: string | undefined,
): string | undefined {
  const then = new Date(deps.now().getTime() - CONTINUES_SECONDS * 1000)
  const payload = readTicket(deps, share, ticket, then)
  if (ticket === undefined || payload === undefined) return undefined
  const { v } = payload
  // Tickets from before they named their visitor.
  return typeof v === 'string' ? v : createHash('sha256').update(ticket).digest('hex')
}

const isTicketOf = (deps: Deps, share: ShareRow, ticket: string | undefined, at: Date): boolean =>
  readTicket(deps, share, ticket, at) !== undefined

function readTicket(
  deps: Deps,
  share: ShareRow,
  ticket: string | undefined,
  at: Date,
): Readonly<Record<string, unknown>> | undefined {
  const result = ticket ? deps.signedTokens.verify(USE, ticket, at) : undefined
  const expected = payloadOf(share)
  if (!result?.valid) return undefined
  const { payload } = result
  return payload['s'] === expected.s && payload['p'] === expected.p ? payload : undefined
}

// Bound to the password it was got with: a new password ends the tickets of the old one.
const payloadOf = (share: ShareRow) => ({
  s: share.id,
  p: createHash('sha256')
    .update(share.passwordHash ?? '')
    .digest('base64url')
    .slice(0, 16),
})
