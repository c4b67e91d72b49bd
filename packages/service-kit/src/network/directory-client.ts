import {
  DirectoryAnswer,
  DirectoryUser,
  tenantScope,
  SCOPES,
  type DirectoryRequest,
} from '@countersign/contracts'
import { Type, type Static, type TSchema } from 'typebox'
import { createBoundedCache } from '../concurrency/bounded-cache.ts'
import type { HttpClient, HttpResponse } from './http-client.ts'
import type { ServiceTokens } from './service-token.ts'

// Open, unlike the contract's own: iam may be a version ahead and send a member more.
const Users = Type.Object({ items: Type.Array(Type.Object(DirectoryUser.properties)) })
const Answers = Type.Object({ items: Type.Array(Type.Object(DirectoryAnswer.properties)) })

export interface DirectoryFound {
  readonly userIds: readonly string[]
  /** The role, department, post or person does not exist in the tenant. */
  readonly missing: boolean
}

/** Who the people of a tenant are, as iam knows them. Never called inside a transaction. */
export interface DirectoryClient {
  /** Members of the tenant by id; ids that are no members are left out. */
  findUsers(tenantId: string, ids: readonly string[]): Promise<Map<string, DirectoryUser>>
  /**
   * Answers by the key of the request; only active members are named.
   *
   * @param from `iam` asks for each anew.
   */
  resolve(
    tenantId: string,
    requests: readonly DirectoryRequest[],
    from?: 'cache' | 'iam',
  ): Promise<Map<string, DirectoryFound>>
}

export interface DirectoryClientOptions {
  readonly iamUrl: string
  readonly http: HttpClient
  readonly tokens: ServiceTokens
  readonly now: () => Date
  /** Whether what iam does not know is kept as well; otherwise it may be made in the next moment. */
  readonly keepsMissing: boolean
  /** What is thrown when iam gives no usable answer. */
  readonly unavailable: (cause: unknown) => Error
}

/** How long a process goes by what iam said of somebody. */
export const DIRECTORY_KEPT_MS = 10_000
const kept = { ttlMs: DIRECTORY_KEPT_MS, max: 20_000 }
const usersPerRequest = 100
const requestsPerCall = 200
/** Of some groups that each have the whole company in them: 400,000 members, each named in each. */
const maxResponseBytes = 16 * 1024 ** 2

/**
 * Asks iam with a service token for the tenant in question, many ids in one request, and keeps
 * answers for ten seconds: people change jobs slowly, inboxes are read often.
 */
export function createDirectoryClient(options: DirectoryClientOptions): DirectoryClient {
  const { now, keepsMissing } = options
  const users = createBoundedCache<DirectoryUser>({ ...kept, now })
  const answers = createBoundedCache<DirectoryFound>({ ...kept, now })
  const ask = createAsk(options)
  const share = createSharing(ask)

  return {
    async findUsers(tenantId, ids) {
      const found = new Map<string, DirectoryUser>()
      const wanted = [...new Set(ids)].filter((id) => {
        const known = users.get(`${tenantId}/${id}`)
        if (known !== undefined) found.set(id, known)
        return known === undefined
      })
      const pages = chunk(wanted, usersPerRequest).map((page) => {
        const path = `/users?ids=${page.map(encodeURIComponent).join(',')}`
        return share(tenantId, Users, { method: 'GET', path })
      })
      for (const user of (await Promise.all(pages)).flatMap(({ items }) => items)) {
        users.set(`${tenantId}/${user.id}`, user)
        found.set(user.id, user)
      }
      return found
    },

    async resolve(tenantId, requests, from = 'cache') {
      const found = new Map<string, DirectoryFound>()
      const wanted = new Map<string, DirectoryRequest>()
      for (const request of requests) {
        const known = from === 'iam' ? undefined : answers.get(questionOf(tenantId, request))
        if (known === undefined) wanted.set(request.key, request)
        else found.set(request.key, known)
      }
      const send = from === 'iam' ? ask : share
      const pages = chunk([...wanted.values()], requestsPerCall).map((page) =>
        send(tenantId, Answers, { method: 'POST', path: '/resolve', json: { requests: page } }),
      )
      const items = (await Promise.all(pages)).flatMap(({ items }) => items)
      for (const { key, userIds, missing = false } of items) {
        const request = wanted.get(key)
        if (request === undefined) continue
        const answer = { userIds, missing }
        found.set(key, answer)
        if (!missing || keepsMissing) answers.set(questionOf(tenantId, request), answer)
      }
      return found
    },
  }
}

interface Question {
  readonly method: 'GET' | 'POST'
  /** Below the directory. */
  readonly path: string
  readonly json?: unknown
}

type Ask = <S extends TSchema>(
  tenantId: string,
  schema: S,
  question: Question,
) => Promise<Static<S>>

/** Sends questions to the directory of a tenant, with a fresh token when the first is refused. */
function createAsk({ iamUrl, http, tokens, unavailable }: DirectoryClientOptions): Ask {
  const base = `${iamUrl.replace(/\/+$/, '')}/internal/v1/iam/directory`

  return async (tenantId, schema, { path, ...request }) => {
    const scopes = [SCOPES.iamInternal, tenantScope(tenantId)]
    const send = async () => {
      const authorization = `Bearer ${await tokens.get(scopes)}`
      const url = base + path
      return http.request({ ...request, url, maxResponseBytes, headers: { authorization } })
    }
    try {
      let response = await send()
      if (response.status === 401) {
        // Keys were rotated or the client changed since the token was issued.
        tokens.invalidate(scopes)
        response = await send()
      }
      return await readBody(response, schema)
    } catch (error) {
      throw unavailable(error)
    }
  }
}

/** When kept answers run out, all who are at work ask the same: one asks for them. */
function createSharing(ask: Ask): Ask {
  const underWay = new Map<string, Promise<unknown>>()

  return <S extends TSchema>(tenantId: string, schema: S, question: Question) => {
    const key = JSON.stringify([tenantId, question])
    const known = underWay.get(key) as Promise<Static<S>> | undefined
    if (known !== undefined) return known
    const answer = ask(tenantId, schema, question).finally(() => underWay.delete(key))
    underWay.set(key, answer)
    return answer
  }
}

async function readBody<S extends TSchema>(response: HttpResponse, schema: S): Promise<Static<S>> {
  // Loaded with the first answer: a start-up asks nobody.
  const { Check } = await import('typebox/value')
  if (response.status !== 200) throw new Error(`the directory answered ${response.status}`)
  const body = response.json()
  if (!Check(schema, body)) throw new Error('the directory answered in an unknown shape')
  return body
}

const questionOf = (tenantId: string, { key: _, ...question }: DirectoryRequest) =>
  `${tenantId}/${JSON.stringify(question, Object.keys(question).toSorted())}`

function chunk<T>(items: readonly T[], size: number): T[][] {
  const pages: T[][] = []
  for (let start = 0; start < items.length; start += size) {
    pages.push(items.slice(start, start + size))
  }
  return pages
}
