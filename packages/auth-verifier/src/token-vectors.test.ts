import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { userOnly } from './authorize.ts'
import { createVerifier, type Verifier } from './verifier.ts'

// The same tokens are given to the examples in other languages (examples/go, java, python).

interface Vectors {
  readonly version: number
  readonly issuer: string
  readonly audience: string
  readonly keys: readonly object[]
  readonly tokens: readonly (Good | Refused)[]
  /** Where a person has to act. All are access tokens; those refused are of somebody else. */
  readonly people: readonly (Good | Refused)[]
  /** Where the work is an organisation's. All are access tokens; those refused name none. */
  readonly tenants: readonly (Good | Refused)[]
}

interface Good {
  readonly name: string
  readonly token: string
  readonly result: 'good'
  readonly subject: string
  readonly tenantId: string
}

interface Refused {
  readonly name: string
  readonly token: string
  readonly result: 'refused'
}

const file = new URL('../../contracts/access-tokens.vectors.json', import.meta.url)
const { version, issuer, audience, keys, tokens, people, tenants } = JSON.parse(
  readFileSync(file, 'utf8'),
) as Vectors

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
})
let verifier: Verifier
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  verifier = createVerifier({ issuer, audience, jwksUrl: `http://127.0.0.1:${port}/` })
})
afterAll(() => void server.close())

const good = tokens.filter((vector) => vector.result === 'good')
const refused = tokens.filter((vector) => vector.result === 'refused')

it('the test vectors of access tokens have both kinds', () => {
  expect([version, good.length, refused.length]).toEqual([3, 4, 30])
})

it.each(good)('a token is believed: $name', async ({ token, subject, tenantId }) => {
  expect(await verifier.verify(token)).toMatchObject({ subject, tenantId })
})

it.each(refused)('a token is refused: $name', async ({ token }) => {
  await expect(verifier.verify(token)).rejects.toMatchObject({ status: 401 })
})

it.each(people)('where a person is needed: $name is $result', async ({ token, result }) => {
  const caller = await verifier.verify(token)
  const check = () => userOnly(caller)
  if (result === 'good') expect(check).not.toThrow()
  else expect(check).toThrow(expect.objectContaining({ status: 403, code: 'auth.user_required' }))
})

it.each(tenants)('where an organisation is needed: $name is $result', async ({ token, result }) => {
  const { tenantId } = await verifier.verify(token)
  expect(Boolean(tenantId)).toBe(result === 'good')
})
