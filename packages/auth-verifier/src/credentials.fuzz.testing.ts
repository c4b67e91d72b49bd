import assert from 'node:assert/strict'
import { readCredentialsOf, readUpgradeCredentials } from './credentials.ts'
import { AuthError } from './errors.ts'

export const reads = 'Authorization, DPoP, Sec-WebSocket-Protocol'
export const seeds = [
  'Bearer a.b.c\n\n',
  'dpop a.b.c\nproof\n',
  '\n\nchat, bearer, a.b.c',
  'Basic x\n\nbearer',
]
export const mostBytes = 16_384

/** Nothing but a refusal is thrown; what is taken for a token is a text, and has a proof where the scheme says so. */
export function check(bytes: Buffer): void {
  const [authorization = '', dpop = '', protocol = ''] = bytes.toString('latin1').split('\n')
  const headers = {
    ...(authorization === '' ? {} : { authorization }),
    ...(dpop === '' ? {} : { dpop }),
    ...(protocol === '' ? {} : { 'sec-websocket-protocol': protocol }),
  }
  const request = { headers, rawHeaders: Object.entries(headers).flat(), method: 'GET', url: '/x' }
  for (const read of [readCredentialsOf, readUpgradeCredentials]) {
    try {
      const { token, possession } = read(request)
      assert.equal(typeof token, 'string')
      if (possession !== undefined) assert.equal(possession.proof, dpop)
    } catch (error) {
      if (!(error instanceof AuthError)) throw error
    }
  }
}
