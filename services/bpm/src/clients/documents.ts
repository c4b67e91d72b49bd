import {
  type AttachmentReaders,
  type PlatformPermission,
  ReadableVersions,
  SCOPES,
  tenantScope,
} from '@countersign/contracts'
import type { HttpClient } from '@countersign/service-kit/http-client'
import type { ServiceTokens } from '@countersign/service-kit/service-token'
import { Check } from 'typebox/value'
import type { UserCaller } from '../callers.ts'
import { problems } from '../problems.ts'

/** A version of a document that somebody attaches. */
interface NamedVersion {
  readonly documentId: string
  readonly versionId: string
}

/** What the document service says about attachments. Never called inside a transaction. */
export interface Documents {
  /**
   * What somebody attaches they show to others: they must be able to read it, with the token by which they act.
   *
   * @returns the same, each with the digest of its bytes.
   * @throws `bpm.attachment_unreadable` (422) pointing at what they may not read, there or not: with any,
   *   nothing is attached; `bpm.documents_unavailable` (503) when the document service gives no usable answer.
   */
  describe<T extends NamedVersion>(
    user: UserCaller,
    attachments: readonly T[] | undefined,
  ): Promise<readonly (T & { readonly sha256: string })[]>

  /**
   * Tells the document service who reads what is attached to an approval.
   *
   * @throws when it does not take it.
   */
  grant(tenantId: string, instanceId: string, readers: AttachmentReaders): Promise<void>
}

export interface DocumentsOptions {
  /** Undefined where there is no document service: then nobody can read anything there. */
  readonly dmsUrl: string | undefined
  readonly http: HttpClient
  readonly tokens: ServiceTokens
}

// The document service is asked about the user alone, and knows nothing of what their token carries.
const READING: PlatformPermission = 'dms:document:read'

export function createDocuments(options: DocumentsOptions): Documents {
  return {
    async describe({ tenantId, userId, permissions }, attachments = []) {
      if (attachments.length === 0) return []
      const digests = permissions.includes(READING)
        ? await findDigests(options, tenantId, userId, attachments)
        : new Map<string, string>()
      const described = attachments.map((one) => {
        const versionId = one.versionId.toLowerCase()
        return { ...one, versionId, sha256: digests.get(versionId) ?? '' }
      })
      const errors = described.flatMap(({ sha256 }, index) =>
        sha256 === ''
          ? [
              {
                pointer: `/attachments/${index}`,
                code: 'unreadable',
                detail: 'does not exist, or you may not read it',
              },
            ]
          : [],
      )
      if (errors.length > 0) throw problems.attachment_unreadable({ errors })
      return described
    },

    async grant(tenantId, instanceId, readers) {
      const path = `/internal/v1/dms/approvals/${instanceId}/attachments`
      const { status } = await send(options, tenantId, { method: 'PUT', path, json: readers })
      if (status !== 204) throw new Error(`the document service answered ${status}`)
    },
  }
}

/** @returns the digests of those versions that the user may read themselves, by their ids. */
async function findDigests(
  options: DocumentsOptions,
  tenantId: string,
  userId: string,
  versions: readonly NamedVersion[],
): Promise<ReadonlyMap<string, string>> {
  if (options.dmsUrl === undefined) return new Map()
  const asked = versions.map(({ documentId, versionId }) => ({ documentId, versionId }))
  const json = { userId, versions: asked }
  try {
    const path = '/internal/v1/dms/attachments'
    const response = await send(options, tenantId, { method: 'POST', path, json })
    const body = response.status === 200 ? response.json() : undefined
    if (Check(ReadableVersions, body)) {
      return new Map(body.readable.map(({ versionId, sha256 }) => [versionId, sha256]))
    }
    throw new Error(`the document service answered ${response.status}`)
  } catch (cause) {
    throw problems.documents_unavailable({ cause, headers: { 'retry-after': '2' } })
  }
}

/** As this service, for one tenant; once more where the token was revoked meanwhile. */
async function send(
  { dmsUrl = '', http, tokens }: DocumentsOptions,
  tenantId: string,
  { method, path, json }: { method: 'POST' | 'PUT'; path: string; json: unknown },
) {
  const scopes = [SCOPES.dmsInternal, tenantScope(tenantId)]
  const url = `${dmsUrl.replace(/\/+$/, '')}${path}`
  const attempt = async () => {
    const headers = { authorization: `Bearer ${await tokens.get(scopes)}` }
    return http.request({ method, url, headers, json })
  }
  const response = await attempt()
  if (response.status !== 401) return response
  tokens.invalidate(scopes)
  return attempt()
}
