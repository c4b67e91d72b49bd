import { errors, Provider, type Adapter, type AdapterPayload } from 'oidc-provider'
import type { IamDatabase } from '../../db/types.ts'
import {
  deleteArtifact,
  findArtifact,
  findSessionPayload,
  hashId,
  insertOnGround,
  updateArtifact,
  upsertArtifact,
  type ArtifactKind,
  type ArtifactRow,
} from '../store/artifact-queries.ts'
import { insertProof } from '../../proof-memory.ts'
import { successorOf } from '../store/successor.ts'
import { findClientMetadata, metadataOf } from './client-metadata.ts'
import { endGrant, findGrantPayload } from '../store/grant-queries.ts'
import { readFirstFactor } from './first-factor.ts'
import {
  groundOf,
  isRenamed,
  type RequestSession,
  sessionsOfRequests,
} from './session-of-request.ts'
import { grantContexts } from './grant-context.ts'
import { handedOverNow } from './handed-over.ts'
import { readBefore } from './token-source.ts'
import type { TokenUse } from './token-use.ts'

const artifactKinds: readonly string[] = [
  'AuthorizationCode',
  'RefreshToken',
  'Session',
  'Interaction',
  'PushedAuthorizationRequest',
]
/** The library takes proofs for five minutes to either side of its clock. */
const proofSeconds = 600
const isArtifact = (name: string): name is ArtifactKind => artifactKinds.includes(name)
const isToken = (kind: ArtifactKind) => kind === 'AuthorizationCode' || kind === 'RefreshToken'

/**
 * Where oidc-provider keeps its things: PostgreSQL, identifiers hashed, use counted atomically.
 *
 * Kept by: services/iam/src/oidc/provider/codes.test.ts "end their family when they come again"
 */
export function createAdapterFactory(
  db: IamDatabase,
  refreshKey: Buffer,
  tokenUse: TokenUse,
): (name: string) => Adapter {
  return (name) => {
    if (isArtifact(name)) return artifactAdapter(db, refreshKey, tokenUse, name)
    if (name === 'Grant') return grantAdapter(db, tokenUse)
    if (name === 'ReplayDetection') return proofAdapter(db)
    if (name === 'Client') return clientAdapter(db)
    return unused(db, name)
  }
}

function artifactAdapter(
  db: IamDatabase,
  refreshKey: Buffer,
  tokenUse: TokenUse,
  kind: ArtifactKind,
): Adapter {
  const successor = (id: string) =>
    kind === 'RefreshToken' ? hashId(successorOf(refreshKey, id)) : undefined
  return {
    ...unused(db, kind),
    async upsert(id, payload, expiresIn) {
      const row = {
        kind,
        idHash: hashId(id),
        payload: withoutSecrets(payload),
        grantId: isToken(kind) ? payload.grantId : undefined,
        userId: ownerOf(kind, payload),
        sessionUid: kind === 'Session' ? payload.uid : undefined,
        expiresAt: new Date(Date.now() + (expiresIn ?? 0) * 1000),
      }
      await (isToken(kind) ? tokenUse.store(row) : storeOfSignIn(db, row))
    },
    async find(id) {
      if (kind === 'Interaction' && handedOverNow()?.uid === id)
        return { ...handedOverNow()?.payload, jti: id }
      const before = readBefore.token(kind, id)
      const row =
        before === undefined ? await findArtifact(db, kind, hashId(id), successor(id)) : before
      if (row === undefined || row === null) return undefined
      if (kind === 'Session') rememberFound(hashId(id), row.payload)
      return { ...row.payload, jti: id, ...(row.consumed ? { consumed: true } : {}) }
    },
    async findByUid(uid) {
      return kind === 'Session' ? findSessionPayload(db, uid) : undefined
    },
    consume: (id) => tokenUse.use({ kind, idHash: hashId(id), successor: successor(id) }),
    async destroy(id) {
      const { ctx } = Provider
      if (kind === 'Session' && ctx !== undefined && isRenamed(ctx, hashId(id), id)) return
      const isThere = await deleteArtifact(db, kind, hashId(id))
      // Answered twice at once, or ended meanwhile.
      if (!isThere && kind === 'Interaction' && handedOverNow()?.uid === id)
        throw new errors.SessionNotFound('interaction session not found')
    },
  }
}

/**
 * A session or a sign-in under way of somebody is stored while that holds on which they are signed in.
 * A session that may not be is left out in silence: what its request was about was refused before, or is worth nothing
 * without it.
 */
async function storeOfSignIn(db: IamDatabase, row: ArtifactRow): Promise<void> {
  const { kind, idHash, userId, sessionUid: uid } = row
  const { ctx } = Provider
  // Our pages change a sign-in that they have found, and begin none.
  if (ctx === undefined) return void (await updateArtifact(db, row))
  const found = kind === 'Session' ? sessionsOfRequests.get(ctx) : undefined
  const isItself = found?.idHash.equals(idHash) === true
  if (found !== undefined && (userId === undefined ? isItself : userId === found.userId)) {
    const isThere = await updateArtifact(db, row, found.idHash)
    // Another request of this session has given it another identifier meanwhile: each is answered with its own.
    if (!isThere && !isItself && userId !== undefined)
      await insertOnGround(db, row, groundOf(ctx, userId))
  } else if (userId === undefined) return upsertArtifact(db, row)
  else if (!(await insertOnGround(db, row, groundOf(ctx, userId)))) {
    if (kind === 'Interaction') throw new errors.LoginRequired()
    return
  }
  if (uid !== undefined) sessionsOfRequests.set(ctx, { idHash, uid, userId })
}

function rememberFound(
  idHash: Buffer,
  { uid, accountId }: Readonly<Record<string, unknown>>,
): void {
  const userId = typeof accountId === 'string' ? accountId : undefined
  const session: RequestSession = { idHash, uid: String(uid), userId }
  if (Provider.ctx !== undefined) sessionsOfRequests.set(Provider.ctx, session)
}

/**
 * Whose a session is, or a sign-in under way: signing somebody out everywhere ends both, or a page
 * that was left open would begin anew what was just ended.
 */
function ownerOf(kind: ArtifactKind, payload: AdapterPayload): string | undefined {
  if (kind === 'Session') return payload.accountId
  if (kind !== 'Interaction') return undefined
  const { result, session } = payload
  return result?.login?.accountId ?? readFirstFactor(result)?.userId ?? session?.accountId
}

const clientAdapter = (db: IamDatabase): Adapter => ({
  ...unused(db, 'Client'),
  async find(id) {
    const given = handedOverNow()?.client
    const before = given?.clientId === id ? given : readBefore.client(id)
    if (before === undefined) return findClientMetadata(db, id)
    return before === null ? undefined : metadataOf(before)
  },
})

function grantAdapter(db: IamDatabase, tokenUse: TokenUse): Adapter {
  return {
    ...unused(db, 'Grant'),
    async upsert(id, payload, expiresIn) {
      const ctx = Provider.ctx
      const context = ctx === undefined ? undefined : grantContexts.get(ctx)
      if (
        ctx === undefined ||
        context === undefined ||
        payload.accountId === undefined ||
        payload.clientId === undefined
      ) {
        throw new Error('a grant is made in a sign-in, with its tenant')
      }
      const { tenantId, sessionUid, place, sessionIdleMs } = context
      const grant = {
        id,
        payload: { ...payload },
        userId: payload.accountId,
        clientId: payload.clientId,
        tenantId,
        sessionUid,
        expiresAt: new Date(Date.now() + (expiresIn ?? 0) * 1000),
      }
      const ground = groundOf(ctx, payload.accountId)
      tokenUse.begin(ctx, { grant, ground, place, sessionIdleMs })
    },
    async find(id) {
      const before = readBefore.grant(id)
      return before === undefined ? findGrantPayload(db, id) : (before ?? undefined)
    },
    destroy: (id) => endGrant(db, id, Provider.ctx?.ip),
  }
}

// The library would look first and then store, and a proof that comes twice at once would pass twice.
function proofAdapter(db: IamDatabase): Adapter {
  return {
    ...unused(db, 'ReplayDetection'),
    find: async () => undefined,
    async upsert(id) {
      const expiresAt = new Date(Date.now() + proofSeconds * 1000)
      if (await insertProof(db, hashId(id), expiresAt)) return
      throw new errors.InvalidDpopProof('the proof was used before')
    },
  }
}

// JWT access tokens are not stored and no other model is used; reaching one of these is a bug.
function unused(db: IamDatabase, name: string): Adapter {
  const refuse = async (): Promise<never> => {
    throw new Error(`${name} is not stored`)
  }
  return {
    upsert: refuse,
    find: refuse,
    findByUid: refuse,
    findByUserCode: refuse,
    consume: refuse,
    destroy: refuse,
    revokeByGrantId: (grantId) => endGrant(db, grantId, Provider.ctx?.ip),
  }
}

// The identifiers are bearer secrets: the table knows them by hash alone.
function withoutSecrets(payload: AdapterPayload): Record<string, unknown> {
  const { jti: _jti, ...rest } = payload
  const { session } = rest
  if (typeof session !== 'object' || session === null) return rest
  return {
    ...rest,
    session: Object.fromEntries(Object.entries(session).filter(([name]) => name !== 'cookie')),
  }
}
