import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { callsOf } from '../../../testing/network.ts'
import { show, speak } from '../../../testing/page.tsx'
import { buttons, fill, press, says } from '../../../testing/person.ts'
import { give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import type { Mfa } from '../queries.ts'
import { SecondFactor } from './second-factor.tsx'

signInFirst()
beforeAll(() => speak('en', 'account'))

const without: Mfa = { passkeys: [], recoveryCodesLeft: 0, totp: { enabled: false, since: null } }
const since = '2026-11-18T08:12:00.000Z'
const withCodes: Mfa = { passkeys: [], recoveryCodesLeft: 7, totp: { enabled: true, since } }

async function openSection(mfa: Mfa) {
  give('get', '/api/iam/v1/me/mfa', mfa)
  await show(<SecondFactor />)
  await screen.findByText('Codes from an authenticator app')
}

/** Sets codes up as far as the first of them is asked for. */
async function beginTotp() {
  await openSection(without)
  give('post', '/api/iam/v1/me/mfa/totp', {
    secret: 'ABCDEFGHIJ',
    uri: 'otpauth://totp/Countersign:ann?secret=ABCDEFGHIJ',
  })
  await press('Set up codes')
  fill('Current password', 'secret')
  await press('Go on')
  await screen.findByLabelText(/Code of six digits/)
}

describe('codes of an app', () => {
  it('are set up by password, secret and a first code, and bring recovery codes once', async () => {
    await beginTotp()
    expect(callsOf('post', '/api/iam/v1/me/mfa/totp')[0]?.body).toEqual({
      currentPassword: 'secret',
    })
    expect(screen.getByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy()
    // Letters in fours are typed without losing one's place.
    expect(says('ABCD EFGH IJ')).toBe(true)
    give('post', '/api/iam/v1/me/mfa/totp/confirm', { recoveryCodes: ['aaaa-1111', 'bbbb-2222'] })
    give('get', '/api/iam/v1/me/mfa', withCodes)
    fill('Code of six digits', '123456')
    await press('Put into use')
    await screen.findByText('aaaa-1111')
    expect(callsOf('post', '/api/iam/v1/me/mfa/totp/confirm')[0]?.body).toEqual({ code: '123456' })
    await press('I have kept them')
    expect(says('aaaa-1111')).toBe(false)
    expect(says('7 are left')).toBe(true)
  })

  it('bring no recovery codes to who has some already', async () => {
    await beginTotp()
    give('post', '/api/iam/v1/me/mfa/totp/confirm', {})
    give('get', '/api/iam/v1/me/mfa', withCodes)
    fill('Code of six digits', '123456')
    await press('Put into use')
    await screen.findByText('Codes are asked for from now on')
    expect(says('They are shown once')).toBe(false)
  })

  it('ask again for a code that is not right, and keep the secret', async () => {
    await beginTotp()
    refuse('post', '/api/iam/v1/me/mfa/totp/confirm', { code: 'iam.mfa_code_wrong', status: 422 })
    fill('Code of six digits', '000000')
    await press('Put into use')
    await screen.findByText('The code is not right. Wait for the next one and try again.')
    expect(says('ABCD EFGH IJ')).toBe(true)
    expect(says('iam.mfa_code_wrong')).toBe(false)
  })

  it('are removed by password alone', async () => {
    await openSection(withCodes)
    await press('Remove the codes?')
    refuse('post', '/api/iam/v1/me/mfa/totp/remove', {
      code: 'iam.password_wrong',
      status: 422,
      errors: [{ pointer: '/currentPassword', code: 'wrong', detail: 'wrong' }],
    })
    fill('Current password', 'guess')
    await press('Remove')
    await screen.findByText('This is not the current password.')
    give('post', '/api/iam/v1/me/mfa/totp/remove', undefined)
    give('get', '/api/iam/v1/me/mfa', without)
    fill('Current password', 'secret')
    await press('Remove')
    await expect.poll(() => buttons('Set up codes')).toHaveLength(1)
  })
})

describe('recovery codes', () => {
  it('are offered anew to who has a second factor, and to nobody else', async () => {
    await openSection(without)
    expect(buttons('New recovery codes')).toEqual([])
  })

  it('are shown this once', async () => {
    await openSection(withCodes)
    give('post', '/api/iam/v1/me/mfa/recovery-codes', { recoveryCodes: ['cccc-3333'] })
    await press('New recovery codes')
    fill('Current password', 'secret')
    await press('New recovery codes')
    await screen.findByText('cccc-3333')
    await userEvent.keyboard('{Escape}')
    // A key that slips loses no codes.
    expect(says('cccc-3333')).toBe(true)
  })
})

describe('passkeys', () => {
  const passkey = { id: 'k-1', name: 'Work laptop', createdAt: since, lastUsedAt: null }

  it('are not offered to be made where the browser cannot', async () => {
    await openSection(without)
    expect(says('This browser cannot make passkeys.')).toBe(true)
    expect(buttons('Add a passkey')).toEqual([])
  })

  it('are removed by name and password', async () => {
    await openSection({ ...without, passkeys: [passkey] })
    await press('Remove the passkey Work laptop')
    expect(says('“Work laptop” opens your account no more.')).toBe(true)
    give('post', '/api/iam/v1/me/mfa/passkeys/{id}/remove', undefined)
    give('get', '/api/iam/v1/me/mfa', without)
    fill('Current password', 'secret')
    await press('Remove')
    await expect.poll(() => says('Work laptop')).toBe(false)
    const [removed] = callsOf('post', '/api/iam/v1/me/mfa/passkeys/{id}/remove')
    expect(removed?.url.pathname).toContain('/k-1/')
  })
})
