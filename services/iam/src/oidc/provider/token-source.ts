import type { IncomingMessage } from 'node:http'
import { Provider } from 'oidc-provider'
import type { IamDatabase } from '../../db/types.ts'
import { hashId, type ArtifactKind } from '../store/artifact-queries.ts'
import { successorOf } from '../store/successor.ts'
import { findTokenSource, type TokenSource } from '../store/token-source-queries.ts'

/** What a form of the token endpoint presents; the library does the rest of its reading. */
export interface PresentedToken {
  readonly clientId: string
  readonly kind: 'AuthorizationCode' | 'RefreshToken'
  /** The code or the refresh token itself. */
  readonly id: string
}

interface FoundSource extends TokenSource {
  readonly presented: PresentedToken
}

const sources = new WeakMap<IncomingMessage, FoundSource>()

/**
 * Reads what a request at the token endpoint rests on before the library, which asks for client, token, grant and
 * account one after the other, is given it. What is used up is looked at again, by the statement that uses it.
 */
export async function readTokenSource(
  { db, refreshKey }: { readonly db: IamDatabase; readonly refreshKey: Buffer },
  request: IncomingMessage,
  presented: PresentedToken,
): Promise<void> {
  const { clientId, kind, id } = presented
  const successor = kind === 'RefreshToken' ? hashId(successorOf(refreshKey, id)) : undefined
  const source = await findTokenSource(db, { clientId, kind, idHash: hashId(id), successor })
  sources.set(request, { ...source, presented })
}

/** Of the request that the library is answering. */
const sourceNow = (): FoundSource | undefined => {
  const request = Provider.ctx?.req
  return request === undefined ? undefined : sources.get(request)
}

/** What was read of a client, token, grant or account; undefined where nothing was, null where there is none. */
export const readBefore = {
  client: (clientId: string) => {
    const source = sourceNow()
    return source?.presented.clientId === clientId ? source.client : undefined
  },
  token: (kind: ArtifactKind, id: string) => {
    const source = sourceNow()
    return source?.presented.kind === kind && source.presented.id === id ? source.token : undefined
  },
  grant: (id: string) => {
    const source = sourceNow()
    return source?.token?.grantId === id ? source.grant : undefined
  },
  account: (grantId: string) => {
    const source = sourceNow()
    return source?.token?.grantId === grantId ? source.account : undefined
  },
}
