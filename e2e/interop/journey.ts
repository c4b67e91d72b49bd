import { decodeJwt, decodeProtectedHeader } from 'jose'
import { retireKeysBy } from '@countersign/test-kit/passing-time'
import { expect } from 'vitest'
import { createAccount, type Account } from '../support/accounts.ts'
import { call } from '../support/api.ts'
import { platform, platformFile } from '../support/platform.ts'
import { forgetTokens, tokenOf } from '../support/sign-in.ts'
import { registerApplications, type Applications, type Wanted } from './applications.ts'
import type { ForeignClient, Session } from './client.ts'

interface World {
  readonly applications: Applications
  readonly client: ForeignClient
  readonly person: Account
  /** Signed in before the keys rotate, until the end. */
  first?: Session
  /** What its library held when it signed out. */
  lastToken?: string
  turnBack?: () => Promise<void>
}

/** What every client has to complete, in this order. */
const journey = {
  discovery: async ({ client }) => {
    expect(await client.discover()).toBe(platform().baseUrl)
  },
  'code with PKCE': async (world) => {
    world.first = await signIn(world)
  },
  userinfo: async (world) => {
    const { id, username } = world.person
    expect(await firstOf(world).userinfo()).toMatchObject({
      sub: id,
      preferred_username: username,
    })
  },
  refresh: (world) => expectRefreshed(firstOf(world)),
  'client credentials by Basic': (world) => expectServiceToken(world, 'basic'),
  'client credentials by POST': (world) => expectServiceToken(world, 'post'),
  'access token validated': (world) => expectVerified(world),
  revocation: async (world) => {
    const session = await signIn(world)
    await session.revoke()
    expect(await session.refresh()).toEqual({ error: 'invalid_grant' })
  },
  'key rotation, 13 minutes later': async (world) => {
    const known = await publishedKeys()
    // The next key is published before it signs, and known to all. After two rotations the one
    // that signs is unknown to who read the set before.
    for (const _ of [1, 2]) await rotateKeys()
    world.turnBack = await retireKeysBy(13, platformFile())
    // The administrator's token is of a key that nobody knows any more.
    forgetTokens()
    await expect.poll(publishedKeys).not.toContain(keyOf(firstOf(world)))
    await world.client.later(13)
    const second = await signIn(world)
    expect(known).not.toContain(keyOf(second))
  },
  'refresh after the rotation': (world) => expectRefreshed(firstOf(world)),
  'access token validated after the rotation': (world) => expectVerified(world),
  'sign-out with a hint whose key rotated away': async (world) => {
    const session = firstOf(world)
    expect(await publishedKeys()).not.toContain(keyOf(session))
    world.lastToken = await session.refreshToken()
    const end = await session.signOut()
    expect(end.origin + end.pathname).toBe(world.applications.postLogoutRedirectUri)
  },
  'no refresh after the sign-out': async ({ applications, lastToken }) => {
    if (lastToken === undefined) throw new Error('nobody has signed out')
    const response = await fetch(`${platform().baseUrl}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: lastToken,
        client_id: applications.clientId,
      }),
    })
    expect(await response.json()).toMatchObject({ error: 'invalid_grant' })
  },
} satisfies Record<string, (world: World) => Promise<void>>

export type Step = keyof typeof journey

/** The steps, but those that a library has nothing for: each of them with the reason. */
export const stepsBut = (lacking: Partial<Record<Step, string>>): readonly Step[] =>
  // Object.keys forgets the names.
  (Object.keys(journey) as Step[]).filter((step) => !(step in lacking))

export interface Journey {
  readonly take: (step: Step) => Promise<void>
  readonly end: () => Promise<void>
}

/** Registers the applications, starts the client with them and makes an account for its user. */
export async function begin(
  start: (applications: Applications) => Promise<ForeignClient>,
  wanted?: Wanted,
): Promise<Journey> {
  const applications = await registerApplications(wanted)
  const person = await createAccount('Somebody from elsewhere')
  const world: World = { applications, person, client: await start(applications) }
  return {
    take: (step) => journey[step](world),
    end: async () => {
      await world.turnBack?.()
      await world.client.stop()
      await applications.remove()
    },
  }
}

function firstOf({ first }: World): Session {
  if (first === undefined) throw new Error('nobody has signed in')
  return first
}

async function signIn({ client, person }: World): Promise<Session> {
  const session = await client.signIn(person)
  expect(session.subject).toBe(person.id)
  return session
}

async function expectRefreshed(session: Session): Promise<void> {
  const before = await session.refreshToken()
  expect(await session.refresh()).toEqual({ accessToken: expect.any(String) })
  expect(await session.refreshToken()).not.toBe(before)
}

async function expectServiceToken(
  { client, applications }: World,
  method: 'basic' | 'post',
): Promise<void> {
  const claims = decodeJwt(await client.clientCredentials(method))
  expect(claims).toMatchObject({
    client_id: applications.serviceId,
    grant_type: 'client_credentials',
  })
}

async function expectVerified(world: World): Promise<void> {
  const refreshed = await firstOf(world).refresh()
  if ('error' in refreshed) throw new Error(refreshed.error)
  expect(await world.client.verify(refreshed.accessToken)).toBe(world.person.id)
}

const keyOf = ({ idToken }: Session): string | undefined => decodeProtectedHeader(idToken).kid

async function publishedKeys(): Promise<readonly string[]> {
  const { body } = await call('GET', '/oauth2/jwks')
  const keys = body['keys'] as unknown as readonly { kid: string }[]
  return keys.map(({ kid }) => kid)
}

async function rotateKeys(): Promise<void> {
  const token = await tokenOf('admin')
  const { status } = await call('POST', '/api/iam/v1/keys/rotate', { token })
  expect(status).toBe(200)
}
