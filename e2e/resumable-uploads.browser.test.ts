// @module-tag chromium
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from './support/accounts.ts'
import { call } from './support/api.ts'
import { startChromium } from './support/chromium.ts'
import { openDocument, uploadFile } from './support/documents.ts'
import { makePdf } from './support/pdf.ts'
import { clientFor, userNamed } from './support/platform.ts'
import { kill, restarted } from './support/processes.ts'
import { signIn, tokenOf } from './support/sign-in.ts'
import { hashOfFile, type Heard, openUploadPage, sendInPage } from './support/upload-page.ts'

const size = 12 * 1024 * 1024 + 5

let browser: Browser
let context: BrowserContext
let token: string
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})
beforeEach(async () => {
  context = await browser.newContext()
  token = await tokenOfSpa(userNamed('employee'))
})
afterEach(() => context.close())

type Account = Pick<ReturnType<typeof userNamed>, 'username' | 'password'>

const tokenOfSpa = async ({ username, password }: Account) =>
  (await signIn({ username, password, client: clientFor('sample-spa') })).accessToken

const countOf = (heard: readonly Heard[], method: string) =>
  heard.filter(([each]) => each === method).length
const offsetsOf = (heard: readonly Heard[], method: string) =>
  heard.filter(([each, status]) => each === method && status < 300).map(([, , at]) => Number(at))

describe.each(['tus', 'uppy'] as const)('%s in a browser, at another origin', (client) => {
  /** A page in which the client has sent five pieces, and hears no answer to the last of them. */
  async function openHalfWay(name: string) {
    const half = Promise.withResolvers<void>()
    const heard: Heard[] = []
    const page = await openUploadPage(context, (answer) => {
      heard.push(answer)
      if (countOf(heard, 'PATCH') < 5) return
      half.resolve()
      return new Promise(() => undefined)
    })
    const sending = sendInPage(page, client, { name, size, token }).catch(() => 'closed')
    await Promise.race([half.promise, sending])
    return { page, heard, sending }
  }

  it('[DMS-01] [DMS-03] [DMS-04] goes on when the page was closed half way', async () => {
    const { page, heard, sending } = await openHalfWay('closed.bin')
    await page.close({ runBeforeUnload: false })
    expect(await sending).toBe('closed')

    const after: Heard[] = []
    const next = await openUploadPage(context, (answer) => void after.push(answer))
    const { versionId } = await sendInPage(next, client, { name: 'closed.bin', size, token })

    expect(countOf(after, 'POST')).toBe(0)
    expect(offsetsOf(after, 'HEAD')[0]).toBeGreaterThanOrEqual(
      Math.max(...offsetsOf(heard, 'PATCH')),
    )
    expect(await openDocument(token, String(versionId))).toMatchObject({
      fileName: 'closed.bin',
      sizeBytes: size,
      sha256: hashOfFile(size),
    })
  })

  it('[DMS-04] [DMS-05] goes on by itself when dms was killed half way', async () => {
    const heard: Heard[] = []
    let killed: number | undefined
    let acknowledged = 0
    const page = await openUploadPage(context, (answer) => {
      heard.push(answer)
      if (killed !== undefined || countOf(heard, 'PATCH') < 5) return
      acknowledged = Number(answer[2])
      killed = kill('dms')
    })

    const { versionId } = await sendInPage(page, client, { name: 'killed.bin', size, token })
    await restarted('dms', killed ?? 0)

    expect(acknowledged).toBeGreaterThan(0)
    expect(countOf(heard, 'POST')).toBe(1)
    expect(offsetsOf(heard, 'HEAD')[0]).toBeGreaterThanOrEqual(acknowledged)
    expect(await openDocument(token, String(versionId))).toMatchObject({ sha256: hashOfFile(size) })
  })

  it('[DMS-04] begins anew when its upload was given up meanwhile', async () => {
    const { page } = await openHalfWay('over.bin')
    await page.close()
    const { body } = await call('GET', '/api/dms/uploads?limit=1', { token })
    const [{ id }] = body['items'] as unknown as [{ id: string }]
    await call('DELETE', `/api/dms/uploads/${id}`, { token })

    const after: Heard[] = []
    const next = await openUploadPage(context, (answer) => void after.push(answer))
    const { url, versionId } = await sendInPage(next, client, { name: 'over.bin', size, token })

    expect(after.slice(0, 2)).toEqual([
      ['HEAD', 404, null],
      ['POST', 201, '0'],
    ])
    expect(url).not.toContain(id)
    expect(await openDocument(token, String(versionId))).toMatchObject({ sha256: hashOfFile(size) })
  })

  it('[DMS-02] [DMS-11] is refused like everybody else', async () => {
    const manager = await tokenOf('manager')
    const { documentId } = await uploadFile(manager, 'hidden.pdf', makePdf(1000))
    const json = { inherit: false, entries: [] }
    await call('PUT', `/api/dms/documents/${documentId}/acl`, { token: manager, json })
    const stranger = await tokenOfSpa(await createAccount(`May nothing, ${client}`))
    const page = await openUploadPage(context, () => undefined)
    const refusalOf = async (sending: object) =>
      (await sendInPage(page, client, { name: 'a.bin', size: 10, ...sending })).refused

    expect(await refusalOf({})).toEqual({ status: 401, code: 'auth.token_missing' })
    expect(await refusalOf({ token: 'not.a.token' })).toEqual({
      status: 401,
      code: 'auth.invalid_token',
    })
    expect(await refusalOf({ token: stranger })).toEqual({
      status: 403,
      code: 'auth.insufficient_scope',
    })
    expect(await refusalOf({ token, metadata: { documentId } })).toEqual({
      status: 404,
      code: 'dms.not_found',
    })
    expect(await refusalOf({ token, size: 11 * 2 ** 30 })).toEqual({
      status: 413,
      code: 'dms.too_large',
    })
  })
})
