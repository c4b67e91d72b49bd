import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { mfaPage } from './mfa-page.ts'
import type { PageContext } from './page.ts'
import { passkeyScript } from './passkey-form.ts'
import { textsOf } from './texts.ts'

const context: PageContext = {
  language: 'en',
  texts: textsOf('en'),
  client: 'Console',
  flow: 'f',
  csrf: 'c',
  here: '/signin/factor',
  forgot: false,
  passkey: '{}',
}

describe('a second factor that can only be a passkey', () => {
  it('[IAM-18] is said to be missing in a browser that knows none, or runs no script', () => {
    const page = mfaPage(context, { signedIn: true, passkeyOnly: true })
    expect(page).toContain('id="no-passkeys"')
    expect(page).toContain(context.texts.noPasskeys)
    expect(mfaPage(context, { signedIn: true })).not.toContain('no-passkeys')
  })

  it.each([
    ['knows them', { parseRequestOptionsFromJSON: () => ({}) }, true],
    ['knows none', undefined, false],
  ])('is offered by the script where the browser %s', (_, PublicKeyCredential, offered) => {
    const remove = vi.fn<() => void>()
    const form = { hidden: true, dataset: {}, addEventListener: () => undefined }
    const elements = { passkey: form, 'no-passkeys': { remove } }
    const document = {
      getElementById: (id: string) => elements[id as keyof typeof elements] ?? null,
    }
    runInNewContext(passkeyScript, { window: { PublicKeyCredential }, document })
    expect([!form.hidden, remove.mock.calls.length]).toEqual([offered, offered ? 1 : 0])
  })
})
