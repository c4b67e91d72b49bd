import { DirectoryAnswer, DirectoryUser, SCOPES, tenantScope } from '@countersign/contracts'
import type { HttpClient } from '@countersign/service-kit/http-client'
import type { ServiceTokens } from '@countersign/service-kit/service-token'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import { problems } from './problems.ts'

/** Who is in which role and department, as iam knows it. Never called inside a transaction. */
export interface Directory {
  /**
   * Those of the principals (`role:<id>`, `department:<id>`) that the user belongs to.
   *
   * @throws `dms.unavailable` (503) when iam gives no usable answer: no decision is made without.
   */
  findMemberships(
    tenantId: string,
    userId: string,
    principals: readonly string[],
  ): Promise<ReadonlySet<string>>

  /**
   * Those of the principals (`user:<id>`, `role:<id>`, `department:<id>`) that the tenant does not
   * have. Always asked anew: what is missing now may be made in the next moment. A user is known by
   * his id alone; the directory finds people by user name too, the access lists do not.
   *
   * @throws `dms.unavailable` (503), as above.
   */
  findUnknown(tenantId: string, principals: readonly string[]): Promise<ReadonlySet<string>>

  /** The name of a user; undefined when iam does not say, which stops nobody. */
  findName(tenantId: string, userId: string): Promise<string | undefined>
}

const CACHE_MS = 10_000
const MAX_CACHED = 20_000
const PER_REQUEST = 200

// Open, unlike the contract's own: iam may be a version ahead and send a member more.
const Answers = Type.Object({ items: Type.Array(Type.Object(DirectoryAnswer.properties)) })
const Names = Type.Object({ items: Type.Array(Type.Object(DirectoryUser.properties)) })
type Item = Static<typeof Answers>['items'][number]

const isUserName = (principal: string) =>
  principal.startsWith('user:') && !/^user:[0-9a-f-]{36}$/.test(principal)

interface Options {
  readonly iamUrl: string
  readonly http: HttpClient
  readonly tokens: ServiceTokens
  readonly now: () => Date
}

/** Asks with a service token for the tenant, many principals at once, and keeps answers 10 s. */
export function createDirectory(options: Options): Directory {
  const { now } = options
  const ask = createAsk(options)
  const cache = new Map<string, { members: ReadonlySet<string>; until: number }>()

  async function askAll(tenantId: string, principals: readonly string[]): Promise<Item[]> {
    const items: Item[] = []
    try {
      for (let at = 0; at < principals.length; at += PER_REQUEST) {
        items.push(...(await ask(tenantId, principals.slice(at, at + PER_REQUEST))))
      }
    } catch (error) {
      throw problems.unavailable({
        detail: 'Users, roles and departments cannot be looked up now.',
        cause: error,
        headers: { 'retry-after': '2' },
      })
    }
    const until = now().getTime() + CACHE_MS
    if (cache.size > MAX_CACHED) cache.clear()
    for (const { key, userIds } of items) {
      cache.set(`${tenantId}/${key}`, { members: new Set(userIds), until })
    }
    return items
  }

  return {
    async findMemberships(tenantId, userId, principals) {
      const known = (principal: string) => {
        const entry = cache.get(`${tenantId}/${principal}`)
        return entry && entry.until > now().getTime() ? entry.members : undefined
      }
      const wanted = principals.filter((principal) => known(principal) === undefined)
      await askAll(tenantId, wanted)
      return new Set(principals.filter((principal) => known(principal)?.has(userId) === true))
    },

    async findUnknown(tenantId, principals) {
      const items = await askAll(tenantId, principals)
      const missing = items.filter((item) => item.missing === true).map(({ key }) => key)
      return new Set([...missing, ...principals.filter(isUserName)])
    },

    findName: async (tenantId, userId) => {
      try {
        return await askName(options, tenantId, userId)
      } catch {
        return undefined
      }
    },
  }
}

async function askName(
  { iamUrl, http, tokens }: Options,
  tenantId: string,
  userId: string,
): Promise<string | undefined> {
  const scopes = [SCOPES.iamInternal, tenantScope(tenantId)]
  const base = iamUrl.replace(/\/+$/, '')
  const response = await http.request({
    method: 'GET',
    url: `${base}/internal/v1/iam/directory/users?ids=${encodeURIComponent(userId)}`,
    headers: { authorization: `Bearer ${await tokens.get(scopes)}` },
  })
  if (response.status === 401) tokens.invalidate(scopes)
  const body = response.status === 200 ? response.json() : undefined
  if (!Check(Names, body)) return undefined
  return body.items.find(({ id }) => id === userId)?.displayName
}

function createAsk({ iamUrl, http, tokens }: Options) {
  const url = `${iamUrl.replace(/\/+$/, '')}/internal/v1/iam/directory/resolve`

  return async (tenantId: string, principals: readonly string[]): Promise<readonly Item[]> => {
    const scopes = [SCOPES.iamInternal, tenantScope(tenantId)]
    const requests = principals.map((principal) => {
      const [kind, ...rest] = principal.split(':')
      return { key: principal, kind, ref: rest.join(':') }
    })
    const send = async () => {
      const authorization = `Bearer ${await tokens.get(scopes)}`
      return http.request({ method: 'POST', url, headers: { authorization }, json: { requests } })
    }
    let response = await send()
    if (response.status === 401) {
      tokens.invalidate(scopes)
      response = await send()
    }
    if (response.status !== 200) throw new Error(`the directory answered ${response.status}`)
    const body = response.json()
    if (!Check(Answers, body)) throw new Error('the directory answered in an unknown shape')
    return body.items
  }
}
