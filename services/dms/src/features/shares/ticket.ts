import { createHash } from 'node:crypto'
import { CONTINUES_SECONDS } from '../../core/share.ts'
import type { Deps } from '../../deps.ts'
import { networkOf } from '../../limits/network.ts'
import type { ShareRow } from './queries.ts'

export const TICKET_SECONDS = 600
const USE = 'share'

export const signTicket = (deps: Deps, share: ShareRow, expiresAt: Date): string =>
  deps.signedTokens.sign(USE, payloadOf(share), expiresAt)

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
  const then = new Date(deps.now().getTime() - CONTINUES_SECONDS * 1000)
  if (ticket !== undefined && isTicketOf(deps, share, ticket, then)) {
    return `ticket:${createHash('sha256').update(ticket).digest('hex')}`
  }
  return share.passwordHash === null ? `address:${networkOf(address)}` : undefined
}

function isTicketOf(deps: Deps, share: ShareRow, ticket: string | undefined, at: Date): boolean {
  const result = ticket && deps.signedTokens.verify(USE, ticket, at)
  const expected = payloadOf(share)
  if (!result || !result.valid) return false
  return result.payload['s'] === expected.s && result.payload['p'] === expected.p
}

// Bound to the password it was got with: a new password ends the tickets of the old one.
const payloadOf = (share: ShareRow) => ({
  s: share.id,
  p: createHash('sha256')
    .update(share.passwordHash ?? '')
    .digest('base64url')
    .slice(0, 16),
})
