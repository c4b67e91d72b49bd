import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { call, type Body } from './support/api.ts'
import { uploadText } from './support/documents.ts'
import { platform, platformFile, userNamed } from './support/platform.ts'
import { Browser, serviceToken, signIn } from './support/sign-in.ts'

const dataDir = dirname(platformFile())

/** What the platform drew for itself: of databases, keys, clients and accounts. */
function drawn(): string[] {
  const { ids: _, ...secrets } = JSON.parse(
    readFileSync(join(dataDir, 'secrets.json'), 'utf8'),
  ) as Record<string, string | Readonly<Record<string, string>>>
  return Object.values(secrets).flatMap((one) =>
    typeof one === 'string' ? [one] : Object.values(one),
  )
}

const readLogs = (): string =>
  readdirSync(join(dataDir, 'logs'))
    .map((name) => readFileSync(join(dataDir, 'logs', name), 'utf8'))
    .join('\n')

/** The platform's ten ports end with those of the metrics of iam, bpm, dms and the gateway. */
async function readMetrics(): Promise<string> {
  const base = Number(new URL(platform().baseUrl).port)
  const pages = [6, 7, 8, 9].map(async (offset) => {
    const answer = await fetch(`http://127.0.0.1:${base + offset}/metrics`)
    return answer.text()
  })
  return (await Promise.all(pages)).join('\n')
}

/** Signs in and shares a document; what came by, and was sent, is a secret of somebody. */
async function useSecrets(): Promise<Readonly<Record<string, string>>> {
  const { username, password } = userNamed('employee')
  const wrongPassword = crypto.randomUUID()
  await signIn({ username, password: wrongPassword }).catch(() => undefined)
  const browser = new Browser()
  const tokens = await signIn({ username, password, browser })
  const cookies = await browser.cookies.getCookies(platform().baseUrl)
  const workflow = await serviceToken('sample', [`tenant:${userNamed('employee').tenantId}`])

  const text = crypto.randomUUID()
  const token = tokens.accessToken
  const { documentId, versionId } = await uploadText(token, text)
  const sharePassword = crypto.randomUUID()
  const validUntil = new Date(Date.now() + 3_600_000).toISOString()
  const shared = await call('POST', `/api/dms/documents/${documentId}/shares`, {
    token,
    json: {
      versionId,
      password: sharePassword,
      validUntil,
      allowDownload: true,
      allowPreview: false,
    },
  })
  const share = String(shared.body['token'])
  const unlock = (tried: string) =>
    call('POST', `/api/dms/shares/${share}/unlock`, { json: { password: tried } })
  const wrongSharePassword = crypto.randomUUID()
  expect((await unlock(wrongSharePassword)).status).toBe(403)
  const { body } = await unlock(sharePassword)
  const ticket = String(body['ticket'])
  const headers = { 'share-ticket': ticket }
  expect((await call('GET', `/api/dms/shares/${share}/content`, { headers })).status).toBe(200)
  await fetch(`${platform().baseUrl}/console/shared/${share}`)
  return {
    wrongPassword,
    ...(tokens as unknown as Readonly<Record<string, string>>),
    ...Object.fromEntries(cookies.map(({ key, value }) => [`cookie ${key}`, value])),
    workflow,
    text,
    sharePassword,
    wrongSharePassword,
    share,
    ticket,
  }
}

/** A request that is found in a log again. */
async function leaveTrace(): Promise<string> {
  const requestId = crypto.randomUUID()
  const { body }: { body: Body } = await call('GET', '/api/bpm/v1/tasks', {
    headers: { 'x-request-id': requestId },
  })
  return String(body['requestId'])
}

it('[DMS-14] no log and no metric holds a secret, of the platform or of whoever uses it', async () => {
  const used = await useSecrets()
  const traced = await leaveTrace()
  await expect.poll(readLogs).toContain(traced)

  const seen = readLogs() + (await readMetrics())
  expect(seen).toContain('http_server_request_duration_seconds')
  const secrets = { ...used, ...Object.fromEntries(drawn().map((one) => [one, one])) }
  // Settings such as a language are cookies, too: no secret is that short.
  const shown = Object.entries(secrets).filter(
    ([, secret]) => secret.length >= 16 && seen.includes(secret),
  )
  expect(shown.map(([name]) => name)).toEqual([])
  // Whatever else was done here before: no token of anybody.
  expect(seen).not.toMatch(/\beyJ[\w-]{10,}\.eyJ[\w-]{10,}/)
})
