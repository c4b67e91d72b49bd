import { longestCommitMs } from '../../authority/queries.ts'
import type { SecurityEventKind } from '../../db/protocol-tables.ts'
import type { Deps } from '../../deps.ts'

// Events of CAEP 1.0 where it has one; our own are described in docs/guides/revocation.md.
const caep = 'https://schemas.openid.net/secevent/caep/event-type'
const own = 'urn:countersign:security-event'

export interface SecurityEvent {
  readonly position: number
  readonly kind: SecurityEventKind
  readonly tenantId: string | null
  readonly subject: string
  readonly reason: string
  readonly expiresAt: Date | null
  readonly occurredAt: Date
  readonly publishedAt: Date
}

/** Tokens issued before it, in milliseconds since the epoch, are void; here, too (authority/queries.ts). */
export const notBeforeOf = ({ occurredAt, publishedAt }: SecurityEvent): number =>
  Math.min(publishedAt.getTime(), occurredAt.getTime() + longestCommitMs)

/** The jti of an event in a stream. */
export const setIdOf = (streamId: string, position: number): string => `${position}.${streamId}`

/** The positions that SET ids of a stream stand for; ids of other streams stand for none. */
export function positionsOf(streamId: string, ids: readonly string[]): number[] {
  return ids.flatMap((id) => {
    const [position = '', stream] = id.split('.')
    return stream === streamId && /^[1-9]\d{0,14}$/.test(position) ? [Number(position)] : []
  })
}

/** An event as a Security Event Token for one receiver (RFC 8417 section 2; subject by RFC 9493). */
export async function signSet(
  { keyRing, issuer, now }: Pick<Deps, 'keyRing' | 'issuer' | 'now'>,
  receiver: { readonly clientId: string; readonly streamId: string },
  event: SecurityEvent,
): Promise<string> {
  const [{ SignJWT, importJWK }, { signing }] = await Promise.all([import('jose'), keyRing.get()])
  return new SignJWT({
    toe: Math.floor(event.occurredAt.getTime() / 1000),
    sub_id: subjectOf(event, issuer),
    events: eventOf(event),
  })
    .setProtectedHeader({ alg: 'RS256', kid: signing.kid, typ: 'secevent+jwt' })
    .setIssuer(issuer)
    .setAudience(receiver.clientId)
    .setIssuedAt(Math.floor(now().getTime() / 1000))
    .setJti(setIdOf(receiver.streamId, event.position))
    .sign(await importJWK({ ...signing.privateJwk }, 'RS256'))
}

const opaque = (id: string) => ({ format: 'opaque', id })

function subjectOf({ kind, subject, tenantId }: SecurityEvent, iss: string) {
  const tenant = tenantId === null ? {} : { tenant: opaque(tenantId) }
  switch (kind) {
    case 'token':
      return opaque(subject)
    case 'grant':
      return { format: 'complex', session: opaque(subject), ...tenant }
    case 'member':
    case 'credential':
      return { format: 'complex', user: { format: 'iss_sub', iss, sub: subject }, ...tenant }
    case 'client':
      return { format: 'complex', application: opaque(subject) }
    case 'tenant':
      return { format: 'complex', ...tenant }
  }
}

function eventOf(event: SecurityEvent): Record<string, unknown> {
  const { kind, reason, occurredAt, expiresAt } = event
  const happened = {
    event_timestamp: Math.floor(occurredAt.getTime() / 1000),
    initiating_entity: 'system',
  }
  const about = {
    ...happened,
    // Ours, beside what CAEP has.
    issued_before: notBeforeOf(event) / 1000,
    reason,
    ...(expiresAt === null ? {} : { expires_at: Math.ceil(expiresAt.getTime() / 1000) }),
  }
  // Which permissions are left is not told: who needs them asks for a new token.
  if (reason === 'roles_reduced')
    return { [`${caep}/token-claims-change`]: { ...about, claims: { permissions: null } } }
  switch (kind) {
    case 'token':
      return { [`${own}:token-revoked`]: about }
    case 'client':
      return { [`${own}:client-revoked`]: about }
    case 'grant':
    case 'member':
    case 'tenant':
      return { [`${caep}/session-revoked`]: about }
    case 'credential': {
      // No token is void by it: what a change ends is told by itself.
      const [credential_type, change_type] = reason.split(' ')
      return { [`${caep}/credential-change`]: { ...happened, credential_type, change_type } }
    }
  }
}
