import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import { Browser } from '../../testing/browser.ts'
import { authorize, discoverSpa, openSignIn, signInAs } from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, globex, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api
let token: string

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
  token = (await signInAs(iam.url, 'admin')).tokens.access_token
})
afterAll(() => iam.stop())

const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const path = (tenant = acme) => `/tenants/${tenant}/branding`

const putLogo = (body: Buffer | string, type: string) =>
  fetch(`${iam.url}/api/iam/v1${path()}/logo`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })

const openPage = async (clientId: string, parameters: Record<string, string> = {}) => {
  const browser = new Browser()
  const config = await discoverSpa(iam.url, clientId)
  return openSignIn(browser, await authorize(config, parameters))
}

describe('the branding of a tenant', () => {
  it('[IAM-21] is set by its administrator, guarded by its revision, and recorded', async () => {
    expect((await admin('GET', path())).body).toMatchObject({ name: null, logo: null, revision: 0 })
    const put = await admin('PUT', path(), { name: 'Acme <Works>', colour: '#FFD400' })
    expect(put).toMatchObject({ status: 200, body: { name: 'Acme <Works>', colour: '#ffd400' } })
    const etag = put.headers.get('etag') ?? ''
    const body = { name: 'Acme <Works>', colour: '#FFD400' }
    expect((await admin('PUT', path(), body, { 'if-match': etag })).status).toBe(200)
    expect(await admin('PUT', path(), body, { 'if-match': etag })).toMatchObject({
      status: 412,
      body: { code: 'iam.revision_mismatch' },
    })
    const audit = await admin('GET', '/audit?action=branding.changed')
    expect(audit.body.items?.length).toBe(2)
    const wrong = await admin('PUT', path(), { name: 'A', colour: 'red;}*{display:none' })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'iam.invalid_request' } })
  })

  it('[GEN-03] of another tenant is not found; a platform administrator reaches it', async () => {
    const body = { name: 'Mine', colour: null }
    expect((await admin('PUT', path(globex), body)).status).toBe(404)
    const platform = await apiAs(iam.url, 'platform')
    expect((await platform('PUT', path(globex), body)).status).toBe(200)
    const nobody = '0190ffff-0000-7000-8000-000000000001'
    expect((await platform('PUT', path(nobody), body)).status).toBe(404)
  })

  it('shows on its pages, by tenant_id or by who owns the application, and on no other', async () => {
    await admin('PUT', path(), { name: 'Acme <Works>', colour: '#ffd400' })
    for (const page of [
      await openPage('console', { tenant_id: acme }),
      await openPage('expenses'),
    ]) {
      expect(page.text).toContain('<span>Acme &lt;Works&gt;</span>')
      expect(page.text).toContain(`href="/signin/brand/${acme}/style.css?v=ffd400"`)
      expect(page.text).not.toMatch(/style=|<style/)
      expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
    }
    expect((await openPage('console')).text).not.toContain('Acme')
    const style = await fetch(`${iam.url}/signin/brand/${acme}/style.css`)
    expect(style.headers.get('content-type')).toContain('text/css')
    expect(await style.text()).toContain('--fill: #ffd400; --fill-ink: #000000;')
  })
})

describe('a logo', () => {
  it('[IAM-18] is served as the image it is, from this origin, and can do nothing', async () => {
    const put = await putLogo(logo, 'image/png')
    expect(put.status).toBe(200)
    const { logo: shown } = (await put.json()) as { logo: { url: string; type: string } }
    expect(shown.type).toBe('image/png')
    const served = await fetch(iam.url + shown.url)
    expect(Buffer.from(await served.arrayBuffer())).toEqual(logo)
    expect(served.headers.get('content-type')).toBe('image/png')
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    expect(served.headers.get('content-security-policy')).toContain('sandbox')
    const etag = served.headers.get('etag') ?? ''
    const again = await fetch(iam.url + shown.url, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect((await openPage('expenses')).text).toContain(`<img src="${shown.url}" alt="">`)
  })

  it('[IAM-18] is nothing else than it says, nothing that can run and nothing large', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
    expect((await putLogo(svg, 'image/svg+xml')).status).toBe(415)
    const disguised = await putLogo(svg, 'image/png')
    expect(disguised.status).toBe(422)
    expect(await disguised.json()).toMatchObject({ code: 'iam.logo_invalid' })
    expect((await putLogo(Buffer.concat([logo, Buffer.alloc(140_000)]), 'image/png')).status).toBe(
      413,
    )
  })

  it('stays on the pages of its tenant to the end of the session', async () => {
    await admin('PUT', path(), { name: 'Acme to the end', colour: null })
    const browser = new Browser()
    await signInAs(iam.url, 'employee', { browser })
    const page = await browser.get(`${iam.url}/signout`)
    expect(page.text).toContain('<span>Acme to the end</span>')
    expect((await browser.submit(page, {})).text).toContain('<span>Acme to the end</span>')
  })

  it('is taken away, and is gone with its tenant suspended', async () => {
    await putLogo(logo, 'image/png')
    expect((await admin('DELETE', `${path()}/logo`)).body).toMatchObject({ logo: null })
    expect((await fetch(`${iam.url}/signin/brand/${acme}/logo`)).status).toBe(404)
    const platform = await apiAs(iam.url, 'platform')
    await platform('PUT', path(globex), { name: 'G', colour: '#102030' })
    await platform('PATCH', `/tenants/${globex}`, { status: 'suspended' })
    expect((await fetch(`${iam.url}/signin/brand/${globex}/style.css`)).status).toBe(404)
    await platform('PATCH', `/tenants/${globex}`, { status: 'active' })
  })
})
