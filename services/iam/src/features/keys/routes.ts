import type { App } from '@countersign/service-kit/http'
import { once, readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { closed, Nullable, Timestamp } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { asActor, type Actor } from '../../actor.ts'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { ensureKeys } from '../../keys/ensure.ts'
import type { KeyRow } from '../../keys/queries.ts'
import { rotateKeysIn, withdraw } from '../../keys/rotate.ts'

const KeyView = closed({
  kid: Type.String(),
  status: Type.Enum(['next', 'current', 'previous', 'withdrawn']),
  createdAt: Timestamp,
  activatedAt: Nullable(Timestamp),
  publishedUntil: Nullable(Timestamp),
})
type KeyView = Static<typeof KeyView>
const KeyList = closed({ items: Type.Array(KeyView) })
const KidParams = Type.Object({ kid: Type.String({ minLength: 1, maxLength: 100 }) })

const read = { caller: 'user', permission: 'iam:key:read' } as const
const write = { caller: 'user', permission: 'iam:key:write' } as const
const tags = ['keys']

export function addKeyRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/keys',
    {
      config: read,
      schema: {
        operationId: 'listKeys',
        summary: 'Signing keys: next, current, previous',
        tags,
        response: { 200: KeyList },
      },
    },
    async () => ({ items: (await ensureKeys(deps.db, deps.sealer, deps.now)).map(toKeyView) }),
  )
  addKeyActs(app, deps)
}

function addKeyActs(app: App, deps: Deps): void {
  app.post(
    '/api/iam/v1/keys/rotate',
    {
      config: write,
      schema: {
        operationId: 'rotateKeys',
        summary: 'Let the next key sign',
        tags,
        response: { 200: KeyList },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const answer = await asActor(deps.db, claimantOf(request), (tx, actor) =>
        once(tx, key, async () => {
          const keys = await rotateKeysIn(tx, deps, asAuditor(actor))
          return { status: 200, body: { items: keys.map(toKeyView) } }
        }),
      )
      await deps.keyRing.refresh()
      return sendAnswer(reply, answer)
    },
  )
  app.post(
    '/api/iam/v1/keys/:kid/withdraw',
    {
      config: write,
      schema: {
        operationId: 'withdrawKey',
        summary: 'Take a compromised key out at once',
        tags,
        params: KidParams,
        response: { 200: KeyList },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const answer = await asActor(deps.db, claimantOf(request), (tx, actor) =>
        once(tx, key, async () => {
          const keys = await withdraw(tx, deps, request.params.kid, asAuditor(actor))
          if (keys === undefined) throw problems.key_not_live()
          return { status: 200, body: { items: keys.map(toKeyView) } }
        }),
      )
      await deps.keyRing.refresh()
      return sendAnswer(reply, answer)
    },
  )
}

const asAuditor = ({ userId, address, tenantId }: Actor) => ({
  actorKind: 'user' as const,
  actorId: userId,
  address,
  tenantId,
})

const toKeyView = ({ kid, status, createdAt, activatedAt, publishedUntil }: KeyRow): KeyView => ({
  kid,
  status,
  createdAt: createdAt.toISOString(),
  activatedAt: activatedAt?.toISOString() ?? null,
  publishedUntil: publishedUntil?.toISOString() ?? null,
})
