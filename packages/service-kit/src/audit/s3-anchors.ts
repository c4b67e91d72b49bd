import { createHash, randomUUID } from 'node:crypto'
import type { Client } from 'minio'
import { createHttpClient, type HttpClient } from '../network/http-client.ts'
import type { AnchorStore } from './anchor-store.ts'

const DAY_MS = 86_400_000
const SIGNATURE_SECONDS = 300
const TIMEOUT_MS = 30_000

interface Bucket {
  readonly signer: Client
  readonly http: HttpClient
  readonly name: string
}

interface Request {
  readonly method: 'GET' | 'PUT'
  readonly key: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * An object for each anchor. In a bucket with object lock each is kept by a default rule of the bucket,
 * or for `retainDays` (mode COMPLIANCE): then nobody can remove it, the owner of the bucket included.
 *
 * As in dms, minio signs and undici carries (ADR 0017).
 *
 * @param address `https://host[:port]/bucket[/prefix][?region=…&retainDays=…]`
 */
export async function createS3Anchors(
  address: URL,
  keys: { readonly accessKey: string; readonly secretKey: string },
): Promise<AnchorStore> {
  // A deployment that anchors to a file never pays for it.
  const { Client } = await import('minio')
  const [, name = '', ...prefix] = address.pathname.split('/').map(decodeURIComponent)
  const start = prefix
    .filter((part) => part !== '')
    .map((part) => `${part}/`)
    .join('')
  const retainDays = Number(address.searchParams.get('retainDays') ?? 0)
  const signer = new Client({
    endPoint: address.hostname,
    ...(address.port === '' ? {} : { port: Number(address.port) }),
    useSSL: address.protocol === 'https:',
    region: address.searchParams.get('region') ?? 'us-east-1',
    ...keys,
  })
  const http = createHttpClient({ userAgent: 'countersign-audit', timeoutMs: TIMEOUT_MS })
  const bucket = { signer, http, name }
  return {
    async add(service, jws) {
      const key = `${start}${service}/${new Date().toISOString()}-${randomUUID()}.jws`
      await send(bucket, { method: 'PUT', key, body: jws })
      if (retainDays > 0) await retain(bucket, key, new Date(Date.now() + retainDays * DAY_MS))
    },
    async *read(service) {
      for await (const { key, query } of listVersions(bucket, `${start}${service}/`))
        yield (await send(bucket, { method: 'GET', key, query })).trim()
    },
  }
}

const retain = (bucket: Bucket, key: string, until: Date) =>
  send(bucket, {
    method: 'PUT',
    key,
    query: { retention: '' },
    body: `<Retention xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Mode>COMPLIANCE</Mode><RetainUntilDate>${until.toISOString()}</RetainUntilDate></Retention>`,
  })

interface Version {
  readonly key: string
  /** What names the version beside its key; a server without versions knows none. */
  readonly query: Readonly<Record<string, string>>
}

// All versions: a lock keeps a version, and not from being hidden by a newer one or a delete marker.
async function* listVersions(bucket: Bucket, prefix: string): AsyncGenerator<Version> {
  for (let after: Record<string, string> | undefined = {}; after !== undefined;) {
    const query = { versions: '', prefix, ...after }
    const page = await send(bucket, { method: 'GET', key: '', query })
    for (const [, version = ''] of page.matchAll(/<Version>(.*?)<\/Version>/gs)) {
      const key = member(version, 'Key')
      const versionId = member(version, 'VersionId')
      const hasNoId = versionId === '' || versionId === 'null'
      const isPlain = hasNoId && member(version, 'IsLatest') !== 'false'
      if (key.endsWith('.jws')) yield { key, query: isPlain ? {} : { versionId } }
    }
    const marker = member(page, 'NextKeyMarker')
    const versionMarker = member(page, 'NextVersionIdMarker')
    after =
      member(page, 'IsTruncated') === 'true' && marker !== ''
        ? {
            'key-marker': marker,
            ...(versionMarker === '' ? {} : { 'version-id-marker': versionMarker }),
          }
        : undefined
  }
}

// The keys are our own and need no escaping in XML, but for those of a prefix.
const member = (xml: string, name: string) =>
  unescape(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '')

const unescape = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** @throws with the status and S3's own code; never with the address, which is signed. */
async function send({ signer, http, name }: Bucket, request: Request): Promise<string> {
  const { method, key, query = {}, body } = request
  const url = await signer.presignedUrl(method, name, key, SIGNATURE_SECONDS, { ...query })
  // What is put under a lock has to say its checksum.
  const headers =
    body === undefined ? {} : { 'content-md5': createHash('md5').update(body).digest('base64') }
  const answer = await http.request({
    method,
    url,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  if (answer.status >= 200 && answer.status < 300) return answer.text
  const code = /<Code>([^<]*)</.exec(answer.text)?.[1] ?? 'no code'
  throw new Error(`the store of anchors answered ${answer.status} (${code})`)
}
