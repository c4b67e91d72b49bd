import { expect } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createAccount, type Account } from './accounts.ts'
import { call } from './api.ts'
import { signInByKeyboard } from './console.ts'
import { platform } from './platform.ts'
import { signIn, tokenOf } from './sign-in.ts'

/** An organisation of its own, for tests that change what holds for everybody in it. */
export interface Organisation {
  readonly id: string
  readonly name: string
  readonly administrator: Account
}

export async function createOrganisation(name: string): Promise<Organisation> {
  const administrator = await createAccount(`Master of ${name}`)
  const { status, body } = await call('POST', '/api/iam/v1/tenants', {
    token: await tokenOf('admin'),
    json: { name, administratorId: administrator.id },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return { id: String(body['id']), name, administrator }
}

/** What its administrator's console sends. */
export async function tokenIn({ id, administrator }: Organisation): Promise<string> {
  return (await signIn({ ...administrator, parameters: { tenant_id: id } })).accessToken
}

export const consoleUrl = (path: string) => `${platform().baseUrl}/console${path}`

/** Opens the console as somebody who is a member of several organisations, and chooses one. */
export async function openIn(
  browser: Browser,
  name: string,
  account: Pick<Account, 'username' | 'password'>,
  path: string,
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ locale: 'en', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(consoleUrl(path))
  await signInByKeyboard(page, account.username, account.password)
  await page.getByRole('button', { name }).click()
  await page.locator('main h1').waitFor()
  await page.locator('header').first().getByText(name).waitFor()
  return { page, context }
}

/** Goes where an application sends people to sign in. */
export async function askForSignIn(
  page: Page,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  const query = new URLSearchParams({
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state: 'asked',
    ...parameters,
  })
  await page.goto(`${platform().baseUrl}/oauth2/authorize?${query.toString()}`)
}

/** The sign-in page of an organisation, as somebody sees it who is sent there by the console. */
export async function openSignInOf(organisation: Organisation, page: Page): Promise<void> {
  await askForSignIn(page, {
    client_id: 'countersign-console',
    redirect_uri: consoleUrl('/callback'),
    tenant_id: organisation.id,
  })
  await page.locator('input[name=username]').waitFor()
}

/** An application of the demonstration organisation, whose people it signs in. */
export async function registerClient(
  redirectUri: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { status, body } = await call('POST', '/api/iam/v1/clients', {
    token: await tokenOf('admin'),
    json: {
      type: 'SPA',
      name: 'Harbour',
      redirectUris: [redirectUri],
      postLogoutRedirectUris: [redirectUri],
      scopes: ['openid', 'profile', 'email'],
      ...more,
    },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return String(body['clientId'])
}
