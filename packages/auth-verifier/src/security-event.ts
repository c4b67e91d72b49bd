import { createKeySetFor } from './configured-key-set.ts'
import { InvalidToken } from './errors.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'
import { readOptions, type VerifierOptions } from './options.ts'
import type { Revocation } from './revocations.ts'
import { checkHeader, decodeBytes, decodeObject, splitToken } from './token.ts'
import { checkSignature } from './verifier.ts'

/**
 * Reads Security Event Tokens (RFC 8417) of the identity service.
 *
 * @returns a function that answers what a SET revokes; nothing for an event that is of no concern.
 * It throws {@link InvalidToken} for a SET that is not good, and {@link KeysUnavailable}.
 */
export function createSecurityEventReader(
  options: Pick<VerifierOptions, 'issuer' | 'jwksUrl' | 'now'> & { readonly clientId: string },
): (set: string) => Promise<Revocation[]> {
  const { clientId, ...rest } = options
  const settings = readOptions({ ...rest, audience: clientId, types: ['secevent+jwt'] })
  const keySet = createKeySetFor(settings)
  return async (set) => {
    const parts = splitToken(set)
    const header = checkHeader(settings, decodeObject(parts.header))
    const signature = decodeBytes(parts.signature)
    const key = keySet.peek(header.kid, settings.now()) ?? (await keySet.find(header.kid))
    checkSignature(key, header, parts.signed, signature)
    const claims = decodeObject(parts.payload)
    if (claims['iss'] !== options.issuer) throw new InvalidToken('issuer')
    if (claims['aud'] !== clientId) throw new InvalidToken('audience')
    return revocationsOf(claims)
  }
}

const CAEP = 'https://schemas.openid.net/secevent/caep/event-type/'
const OWN = 'urn:countersign:security-event:'

function revocationsOf(claims: JsonObject): Revocation[] {
  const { events, sub_id: subject } = claims
  if (!isJsonObject(events) || !isJsonObject(subject)) throw new InvalidToken('claims')
  return Object.entries(events).flatMap(([type, event]) => {
    if (!isJsonObject(event)) throw new InvalidToken('claims')
    const about = aboutOf(type, subject)
    if (about === undefined) return []
    const notBefore = event['issued_before']
    if (typeof notBefore !== 'number') throw new InvalidToken('claims')
    return [{ ...about, tenantId: idOf(subject['tenant']), notBefore }]
  })
}

/** What an event is about; events of other types, as CAEP has more of, revoke nothing. */
function aboutOf(type: string, subject: JsonObject): Pick<Revocation, 'kind' | 'id'> | undefined {
  switch (type) {
    case `${OWN}token-revoked`:
      return { kind: 'token', id: known(idOf(subject)) }
    case `${OWN}client-revoked`:
      return { kind: 'client', id: known(idOf(subject['application'])) }
    case `${CAEP}session-revoked`:
    case `${CAEP}token-claims-change`: {
      const { session, user, tenant } = subject
      if (session !== undefined) return { kind: 'grant', id: known(idOf(session)) }
      if (user === undefined) return { kind: 'tenant', id: known(idOf(tenant)) }
      return { kind: 'subject', id: known(isJsonObject(user) ? user['sub'] : undefined) }
    }
    default:
      return undefined
  }
}

const idOf = (part: unknown): string | undefined => {
  const id = isJsonObject(part) ? part['id'] : undefined
  return typeof id === 'string' ? id : undefined
}

function known(id: unknown): string {
  if (typeof id === 'string') return id
  throw new InvalidToken('claims')
}
