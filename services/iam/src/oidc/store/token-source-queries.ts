import { prepared } from '@countersign/service-kit/prepared'
import { sql } from 'kysely'
import { isIdle } from '../../accounts/session-activity.ts'
import type { IamSchema } from '../../db/schema.ts'
import type { Db } from '../../db/types.ts'
import { selectGrantAccount, type GrantAccount } from './account-queries.ts'
import { inLeeway, type ArtifactKind } from './artifact-queries.ts'
import { isClientId, selectUsableClient, type UsableClient } from './client-queries.ts'

/** What somebody presents at the token endpoint. */
interface Presented {
  readonly clientId: string
  readonly kind: ArtifactKind & ('AuthorizationCode' | 'RefreshToken')
  readonly idHash: Buffer
  /** Of a refresh token: which one takes its place, by hash. */
  readonly successor: Buffer | undefined
}

/** All that tokens are issued on, as one snapshot has it; null is what there is not. */
export interface TokenSource {
  readonly client: UsableClient | null
  readonly token: {
    readonly payload: Readonly<Record<string, unknown>>
    readonly grantId: string
    readonly consumed: boolean
  } | null
  /** Payload of the grant of the token, while it has not ended. */
  readonly grant: Readonly<Record<string, unknown>> | null
  readonly account: GrantAccount | null
}

/** Reads by one statement what the library asks for one by one. */
export async function findTokenSource(db: Db, presented: Presented): Promise<TokenSource> {
  const { clientId, kind, idHash, successor } = presented
  if (!isClientId(clientId)) return { client: null, token: null, grant: null, account: null }
  // Nothing succeeds a code, and no hash is empty.
  const given = { clientId, kind, idHash, successor: successor ?? Buffer.alloc(0) }
  const [source] = await select(db, given)
  if (source === undefined) throw new Error('a statement without a row')
  return source
}

interface Given extends Presented {
  readonly successor: Buffer
}

const select = prepared<IamSchema, Given, TokenSource>(
  (db, { clientId, kind, idHash, successor }) => sql<TokenSource>`
  with client as (${selectUsableClient(db, clientId)}),
  token as (
    select payload, grant_id as "grantId",
      consumed_at is not null and not (kind = 'RefreshToken' and ${inLeeway(successor)}) as consumed
    from oidc_artifacts
    where kind = ${kind} and id_hash = ${idHash} and not ${isIdle(sql`oidc_artifacts.session_uid`)}
  ),
  account as (${selectGrantAccount(sql`(select "grantId" from token)`)})
  select
    (select to_json(client) from client) as client,
    (select to_json(token) from token) as token,
    (select g.payload from oidc_grants g
      where g.id = (select "grantId" from token) and g.ended_at is null) as grant,
    (select to_json(account) from account) as account`,
)
