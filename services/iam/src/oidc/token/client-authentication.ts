import { insertAuditEvent, type AuditEntry } from '../../audit/entries.ts'
import type { IamDatabase } from '../../db/types.ts'
import { findUsableClient, type UsableClient } from '../store/client-queries.ts'
import { secretMatches } from '../store/client-secrets.ts'
import { OAuthError } from './oauth-error.ts'

/** Form fields by name; a field that came twice is refused before. */
export type FormFields = Readonly<Record<string, string | undefined>>

export interface ClientRequest {
  /** The header. */
  readonly authorization: string | undefined
  readonly form: FormFields
  readonly address: string
}

/**
 * The client of a request to our own OAuth endpoints: a SERVICE by Basic or by its secret in the
 * body, a SPA by its client_id alone (RFC 6749 section 2.3.1, RFC 7009 section 2.1). Who fails to prove
 * it is recorded: secrets are guessed here as well as where tokens are asked for.
 *
 * @throws {@link OAuthError} `invalid_client` (401) or `invalid_request`.
 */
export async function authenticateClient(
  db: IamDatabase,
  { authorization, form, address }: ClientRequest,
  now: Date,
): Promise<UsableClient> {
  const { clientId, secret, byHeader } = readCredentials(authorization, form)
  const client = await findUsableClient(db, clientId)
  if (client === undefined) throw invalidClient(byHeader)
  const proven =
    client.type === 'SPA'
      ? secret === undefined
      : secret !== undefined && (await secretMatches(db, client.id, secret, now))
  if (proven) return client
  await insertAuditEvent(db, entryOfRefusal(client, address, 'invalid_client'), now)
  throw invalidClient(byHeader)
}

/** For the administrators of the client. Who failed to prove that it is the client is nobody in particular. */
export const entryOfRefusal = (
  { clientId, tenantId }: Pick<UsableClient, 'clientId' | 'tenantId'>,
  address: string,
  error: string,
): AuditEntry => ({
  action: 'token.refused',
  outcome: 'failure',
  tenantId: tenantId ?? undefined,
  actorKind: 'anonymous',
  targetKind: 'client',
  targetId: clientId,
  address,
  details: { error },
})

export interface Credentials {
  readonly clientId: string
  readonly secret: string | undefined
  /** Came in the Authorization header, so that a refusal carries a challenge. */
  readonly byHeader: boolean
}

/**
 * What a request says about its client, in one of the two ways.
 *
 * @throws {@link OAuthError} `invalid_client` (401) or `invalid_request`.
 */
export function readCredentials(authorization: string | undefined, form: FormFields): Credentials {
  const basic = authorization === undefined ? undefined : readBasic(authorization)
  if (basic !== undefined && form['client_secret'] !== undefined) {
    throw new OAuthError('invalid_request', 'use one way to authenticate')
  }
  const clientId = basic?.clientId ?? form['client_id']
  if (clientId === undefined) throw invalidClient(false)
  if (form['client_id'] !== undefined && form['client_id'] !== clientId) {
    throw new OAuthError('invalid_request', 'client_id differs from the Authorization header')
  }
  return { clientId, secret: basic?.secret ?? form['client_secret'], byHeader: basic !== undefined }
}

export const invalidClient = (byHeader: boolean): OAuthError =>
  new OAuthError(
    'invalid_client',
    'client authentication failed',
    401,
    byHeader ? { 'www-authenticate': 'Basic realm="iam"' } : {},
  )

// RFC 6749 section 2.3.1: both halves are form-encoded before they are joined.
function readBasic(authorization: string): { clientId: string; secret: string } {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1]
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString()
  const cut = pair.indexOf(':')
  if (cut < 1) throw new OAuthError('invalid_request', 'the Authorization header is not valid')
  try {
    return { clientId: decodeForm(pair.slice(0, cut)), secret: decodeForm(pair.slice(cut + 1)) }
  } catch {
    throw new OAuthError('invalid_request', 'the Authorization header is not valid')
  }
}

const decodeForm = (text: string) => decodeURIComponent(text.replaceAll('+', '%20'))
