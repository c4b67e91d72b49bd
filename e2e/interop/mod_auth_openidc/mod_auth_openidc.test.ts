// @module-tag apache
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createAccount } from '../../support/accounts.ts'
import { call } from '../../support/api.ts'
import { signIn } from '../../support/sign-in.ts'
import type { Applications } from '../applications.ts'
import { begin, stepsBut, type Journey } from '../journey.ts'
import { openPage, signInTo, startClient } from './client.ts'

let applications: Applications
let journey: Journey
beforeAll(async () => {
  const start = (registered: Applications) => {
    applications = registered
    return startClient(inject('apacheModule'), registered)
  }
  journey = await begin(start, { backchannelLogout: '/callback?logout=backchannel' })
})
afterAll(() => journey?.end())

const lacking = {
  'client credentials by Basic': 'it signs people in, and asks for no token of its own',
  'client credentials by POST': 'the same',
  revocation: 'it revokes with the sign-out alone',
}

it.each(stepsBut(lacking))('[IAM-14] [IAM-15] [IAM-17] mod_auth_openidc: %s', (step) =>
  journey.take(step),
)

it('[IAM-19] mod_auth_openidc ends its session when the user signs out elsewhere', async () => {
  const person = await createAccount('Somebody who leaves')
  const browser = await signInTo(applications, person)
  expect(await openPage(browser, applications.origin)).toBeDefined()
  const { accessToken: token } = await signIn(person)
  expect((await call('DELETE', '/api/iam/v1/me/sessions', { token })).status).toBe(204)
  await expect.poll(() => openPage(browser, applications.origin)).toBeUndefined()
})
