import {
  DirectoryAnswer,
  DirectoryUser,
  tenantScope,
  SCOPES,
  type DirectoryRequest,
} from '@countersign/contracts'
import type { HttpClient, HttpResponse } from '@countersign/service-kit/http-client'
import type { ServiceTokens } from '@countersign/service-kit/service-token'
import { Type, type Static, type TSchema } from 'typebox'
import { createExpiringCache } from './expiring-cache.ts'
import { problems } from './problems.ts'

export type { DirectoryRequest, DirectoryUser }

// Open, unlike the contract's own: iam may be a version ahead and send a member more.
const Users = Type.Object({ items: Type.Array(Type.Object(DirectoryUser.properties)) })
const Answers = Type.Object({ items: Type.Array(Type.Object(DirectoryAnswer.properties)) })

export interface ResolveAnswer {
  readonly userIds: readonly string[]
  /** The role, department, post or person does not exist in the tenant. */
  readonly missing: boolean
}

/** Who the people of a tenant are, as iam knows them. Never called inside a transaction. */
export interface Directory {
  /** Members of the tenant by id; ids that are no members are left out. */
  findUsers(tenantId: string, ids: readonly string[]): Promise<Map<string, DirectoryUser>>
  /** Answers by the key of the request; only active members are named. */
  resolve(
    tenantId: string,
    requests: readonly DirectoryRequest[],
  ): Promise<Map<string, ResolveAnswer>>
}

export interface DirectoryOptions {
  readonly iamUrl: string
  readonly http: HttpClient
  readonly tokens: ServiceTokens
  readonly now: () => Date
}

const cacheMs = 10_000
const cacheEntries = 20_000
const usersPerRequest = 100
const requestsPerCall = 200

/**
 * Asks iam with a service token for the tenant in question, many ids in one request, and keeps
 * answers for ten seconds: people change jobs slowly, inboxes are read often.
 *
 * @throws `bpm.directory_unavailable` (503) when iam gives no usable answer.
 */
export function createDirectory(options: DirectoryOptions): Directory {
  const { now } = options
  const users = createExpiringCache<DirectoryUser>({ ttlMs: cacheMs, max: cacheEntries, now })
  const answers = createExpiringCache<ResolveAnswer>({ ttlMs: cacheMs, max: cacheEntries, now })
  const call = createCaller(options)

  return {
    async findUsers(tenantId, ids) {
      const found = new Map<string, DirectoryUser>()
      const wanted = [...new Set(ids)].filter((id) => {
        const known = users.get(`${tenantId}/${id}`)
        if (known !== undefined) found.set(id, known)
        return known === undefined
      })
      const pages = await Promise.all(
        chunk(wanted, usersPerRequest).map((page) =>
          call(tenantId, Users, {
            method: 'GET',
            path: `/users?ids=${page.map(encodeURIComponent).join(',')}`,
          }),
        ),
      )
      for (const user of pages.flatMap(({ items }) => items)) {
        users.set(`${tenantId}/${user.id}`, user)
        found.set(user.id, user)
      }
      return found
    },

    async resolve(tenantId, requests) {
      const found = new Map<string, ResolveAnswer>()
      const wanted = new Map<string, DirectoryRequest>()
      for (const request of requests) {
        const known = answers.get(questionOf(tenantId, request))
        if (known === undefined) wanted.set(request.key, request)
        else found.set(request.key, known)
      }
      const pages = await Promise.all(
        chunk([...wanted.values()], requestsPerCall).map((page) =>
          call(tenantId, Answers, { method: 'POST', path: '/resolve', json: { requests: page } }),
        ),
      )
      for (const { key, userIds, missing = false } of pages.flatMap(({ items }) => items)) {
        const request = wanted.get(key)
        if (request === undefined) continue
        found.set(key, { userIds, missing })
        if (!missing) answers.set(questionOf(tenantId, request), { userIds, missing })
      }
      return found
    },
  }
}

interface DirectoryCall {
  readonly method: 'GET' | 'POST'
  /** Below the directory. */
  readonly path: string
  readonly json?: unknown
}

/** Sends requests to the directory of a tenant, with a fresh token when the first is refused. */
function createCaller({ iamUrl, http, tokens }: DirectoryOptions) {
  const base = new URL('/internal/v1/iam/directory', iamUrl).href
  const underWay = new Map<string, Promise<unknown>>()

  const ask = async <S extends TSchema>(
    tenantId: string,
    schema: S,
    { path, ...request }: DirectoryCall,
  ): Promise<Static<S>> => {
    const scopes = [SCOPES.iamInternal, tenantScope(tenantId)]
    const send = async () => {
      const authorization = `Bearer ${await tokens.get(scopes)}`
      return http.request({ ...request, url: base + path, headers: { authorization } })
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
      throw problems.directory_unavailable({ cause: error, headers: { 'retry-after': '2' } })
    }
  }

  return <S extends TSchema>(
    tenantId: string,
    schema: S,
    call: DirectoryCall,
  ): Promise<Static<S>> => {
    // When kept answers run out, all who are at work ask the same: one asks for them.
    const question = JSON.stringify([tenantId, call])
    const known = underWay.get(question) as Promise<Static<S>> | undefined
    if (known !== undefined) return known
    const answer = ask(tenantId, schema, call).finally(() => underWay.delete(question))
    underWay.set(question, answer)
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
