import { createVerifier } from '@countersign/auth-verifier'
import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase } from '@countersign/test-kit/database'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applySeed } from '../../bootstrap/apply.ts'
import type { IamDatabase } from '../../db/types.ts'
import { migrations } from '../../migrations.ts'
import { apiAs } from '../../testing/api.ts'
import { Browser } from '../../testing/browser.ts'
import { startIamProcesses, type Started } from '../../testing/processes.ts'
import {
  authorize,
  discoverSpa,
  enterCredentials,
  openSignIn,
  signInAs,
} from '../../testing/sign-in.ts'
import { testHasher } from '../../testing/start.ts'
import { callback, secretOf, world } from '../../testing/world.ts'

let processes: Started[] = []
let issuer: string

beforeAll(async () => {
  const { url } = await useDatabase({ migrations })
  const log = createLogger({ service: 'iam', level: 'error' })
  const db: IamDatabase = createDatabase({ url, poolSize: 2, applicationName: 'test', log })
  await applySeed(db, testHasher, world)
  await db.destroy()
  processes = await startIamProcesses(url, 2)
  issuer = processes[0]?.url ?? ''
})
afterAll(() => Promise.all(processes.map((one) => one.stop())))

async function post(nth: number, fields: Record<string, string>) {
  const url = processes[nth % processes.length]?.url ?? ''
  const response = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, body }
}

const times = <T>(count: number, work: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => work(nth)))

/** As a resource server has it: keys by HTTP, read again when it meets an unknown one. */
const newVerifier = () =>
  createVerifier({ issuer, audience: issuer, jwksUrl: `${issuer}/oauth2/jwks` })

const serviceToken = {
  grant_type: 'client_credentials',
  scope: 'bpm.events',
  client_id: 'workflow',
  client_secret: secretOf('workflow'),
}

const kidOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string })
    .kid

describe('two processes of the service', () => {
  it('redeem one code of five requests at once, once', async () => {
    for (let round = 0; round < 5; round++) {
      const browser = new Browser()
      const authorization = await authorize(await discoverSpa(issuer))
      const page = await openSignIn(browser, authorization)
      const back = await enterCredentials(browser, page, 'employee')
      const answers = await times(5, (nth) =>
        post(nth, {
          grant_type: 'authorization_code',
          client_id: 'console',
          redirect_uri: callback,
          code: new URL(back.location ?? '').searchParams.get('code') ?? '',
          code_verifier: authorization.verifier,
        }),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
    }
  })

  it('[IAM-12] give a refresh token of five requests at once one successor', async () => {
    const { tokens } = await signInAs(issuer, 'employee')
    let token = tokens.refresh_token ?? ''
    for (let round = 0; round < 5; round++) {
      const answers = await times(5, (nth) =>
        post(nth, { grant_type: 'refresh_token', client_id: 'console', refresh_token: token }),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
      const successors = new Set(answers.map(({ body }) => body['refresh_token']))
      expect(successors.size).toBe(1)
      token = String([...successors][0])
    }
  })

  it('[IAM-17] fail none of 1,000 requests while the key rotates, and every token verifies', async () => {
    const platform = await apiAs(issuer, 'platform')
    const verifier = newVerifier()
    let asked = 0
    const tokens: string[] = []
    const failures: unknown[] = []
    const work = async (nth: number) => {
      for (let mine = ++asked; mine <= 1_000; mine = ++asked) {
        const { status, body } = await post(nth, serviceToken)
        if (status === 200) tokens.push(String(body['access_token']))
        else failures.push({ status, body })
        if (mine === 400) expect((await platform('POST', '/keys/rotate')).status).toBe(200)
        await verifier.verify(tokens.at(-1) ?? '')
      }
    }
    await times(16, work)
    // The other process looks at the keys every two seconds.
    await expect
      .poll(async () => kidOf(String((await post(1, serviceToken)).body['access_token'])), {
        timeout: 60_000,
      })
      .not.toBe(kidOf(tokens[0] ?? ''))
    expect(failures).toEqual([])
    expect(tokens).toHaveLength(1_000)
    const late = newVerifier()
    await Promise.all(tokens.map((token) => late.verify(token)))
    expect(new Set(tokens.map(kidOf)).size).toBe(2)
  })

  it('[IAM-17] keep every token verifiable when keys rotate again and again within seconds', async () => {
    const platform = await apiAs(issuer, 'platform')
    const service = await openid.discovery(
      new URL(issuer),
      'workflow',
      undefined,
      openid.ClientSecretBasic(secretOf('workflow')),
      { execute: [openid.allowInsecureRequests] },
    )
    const early = newVerifier()
    const tokens: string[] = []
    for (let i = 0; i < 12; i++) {
      const { access_token: token } = await openid.clientCredentialsGrant(service, {
        scope: 'iam.internal',
      })
      await early.verify(token)
      // The other process learns of a key that is younger than what it has read.
      const known = await fetch(`${processes[1]?.url}/internal/v1/iam/origins`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(known.status).toBe(200)
      tokens.push(token)
      expect((await platform('POST', '/keys/rotate')).status).toBe(200)
    }
    expect(new Set(tokens.map(kidOf)).size).toBe(12)
    const late = newVerifier()
    for (const verifier of [early, late]) {
      for (const token of tokens) expect((await verifier.verify(token)).clientId).toBe('workflow')
    }
  })
})
