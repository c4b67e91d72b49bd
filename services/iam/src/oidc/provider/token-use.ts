import { errors, Provider, type KoaContextWithOIDC } from 'oidc-provider'
import type { IamDatabase } from '../../db/types.ts'
import {
  consumeArtifact,
  findArtifact,
  insertToken,
  type ArtifactRow,
} from '../store/artifact-queries.ts'
import { exchangeToken, type Exchange } from '../store/exchange-queries.ts'
import { endGrant, insertFamily, type NewFamily } from '../store/grant-queries.ts'

type Used = Exchange['used']
type Begun = Omit<NewFamily, 'code'>

/** Of a request: the grant that it makes, until its code is stored with it. */
const begun = new WeakMap<object, Begun>()

/** Of a request: what it uses up with the refresh token that takes its place. */
const waiting = new WeakMap<object, Used>()

/**
 * How codes and refresh tokens are made and used up: a grant with its code, and what is used up with what comes of it,
 * by one statement each.
 */
export function createTokenUse(db: IamDatabase, sessionIdleMs: number) {
  const useAlone = async (used: Used): Promise<void> => {
    if (!(await consumeArtifact(db, used.kind, used.idHash, used.successor)))
      await refuseUsed(db, used)
  }
  return {
    /** A grant is stored with its code; one that leads to a page of ours first is made anew after it. */
    begin: (ctx: object, family: Begun): void => void begun.set(ctx, family),
    async use(used: Used): Promise<void> {
      const { ctx } = Provider
      if (ctx === undefined || !isFollowed(ctx, used)) return useAlone(used)
      waiting.set(ctx, used)
    },
    /** Stores a code or a refresh token; that which it takes the place of is used up by the same statement. */
    async store(next: ArtifactRow): Promise<void> {
      const { ctx } = Provider
      const family = ctx === undefined ? undefined : begun.get(ctx)
      if (family !== undefined && family.grant.id === next.grantId) {
        if (!(await insertFamily(db, { ...family, code: next }))) throw new errors.LoginRequired()
        return
      }
      const used = ctx === undefined ? undefined : take(ctx)
      if (used === undefined) return insertToken(db, next)
      if (!(await exchangeToken(db, { used, next, sessionIdleMs }))) await refuseUsed(db, used)
    },
    /** What was presented and has led to nothing is used up all the same. */
    async settle(ctx: KoaContextWithOIDC): Promise<void> {
      const used = take(ctx)
      if (used !== undefined) await useAlone(used)
    },
  }
}

export type TokenUse = ReturnType<typeof createTokenUse>

/** Whether a refresh token takes the place of what is used up; nothing does of a request that was pushed. */
const isFollowed = ({ oidc }: KoaContextWithOIDC, { kind }: Used): boolean =>
  kind !== 'PushedAuthorizationRequest' && oidc.client?.grantTypeAllowed('refresh_token') === true

function take(ctx: object): Used | undefined {
  const used = waiting.get(ctx)
  waiting.delete(ctx)
  return used
}

/** RFC 6749 section 4.1.2, RFC 9700 section 4.14: a second use ends the family. */
async function refuseUsed(db: IamDatabase, { kind, idHash }: Used): Promise<never> {
  const row = await findArtifact(db, kind, idHash)
  if (kind === 'PushedAuthorizationRequest')
    throw new errors.InvalidRequestUri('request_uri was used before')
  if (typeof row?.grantId === 'string') await endGrant(db, row.grantId, Provider.ctx?.ip)
  throw new errors.InvalidGrant(`${kind} was used before`)
}
