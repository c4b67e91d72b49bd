import { call } from './api.ts'
import { tokenOf } from './sign-in.ts'

export interface Account {
  readonly id: string
  readonly username: string
  readonly password: string
}

/** An account of its own in the demo tenant, for tests that change what guards it. */
export async function createAccount(displayName: string): Promise<Account> {
  const username = `own-${Date.now().toString(36)}`
  const password = 'plum trees in late bloom'
  const { status, body } = await call('POST', '/api/iam/v1/users', {
    token: await tokenOf('admin'),
    json: { username, displayName, password, mustChangePassword: false },
  })
  if (status !== 201) throw new Error(`create account: ${status} ${JSON.stringify(body)}`)
  return { id: String(body['id']), username, password }
}
