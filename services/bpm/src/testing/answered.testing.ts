import { setTimeout as sleep } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import type { BpmProcess } from './bpm-process.ts'
import type { TestService, TestTenant } from './service.testing.ts'

/** What a process said of a request that is repeated in the same words until one answers. */
export interface Answered {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export interface Asked {
  readonly method?: 'POST' | 'PATCH'
  readonly path: string
  readonly body: object
}

/** Sends a request to whatever process runs then, with the same key each time, until it is answered. */
export async function sendUntilAnswered(
  processOf: () => BpmProcess,
  token: string,
  { method = 'POST', path, body: content }: Asked,
): Promise<Answered> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': uuidv7(),
  }
  const body = JSON.stringify(content)
  for (;;) {
    try {
      const address = await processOf().address()
      const response = await fetch(address + path, { method, headers, body })
      const answer = (await response.json()) as Answered['body']
      // Not now, says who has just started and knows no keys or people yet.
      if (response.status !== 503) return { status: response.status, body: answer }
      await sleep(20)
    } catch {
      // It was killed before it had answered, or before it was asked.
    }
  }
}

/** As long as a test of this kind may take. */
export const expiresInSeconds = 4 * 3600

/** Tokens of people of a tenant who may start approvals, one for each. */
export function tokensOf(
  service: () => TestService,
  tenant: () => TestTenant,
): (username: string) => string {
  const tokens = new Map<string, string>()
  return (username) => {
    const { id } = tenant()
    const whose = { sub: tenant().person(username).id, tenantId: id, expiresInSeconds }
    const permissions = ['expense:start', ...(username === 'admin' ? ['bpm:instance:admin'] : [])]
    const token = tokens.get(username) ?? service().issuer.userToken({ ...whose, permissions })
    tokens.set(username, token)
    return token
  }
}
