import assert from 'node:assert/strict'
import { createPrivateKey, sign } from 'node:crypto'
import { InvalidProof } from './errors.ts'
import { checkProof } from './proof.ts'

export const reads = 'DPoP proofs'
export const tries = 3000
/** Of nobody: what the examples are signed with. */
const key = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  },
})
const jwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
const now = 1_800_000_000
export const seeds = [
  `${JSON.stringify({ typ: 'dpop+jwt', alg: 'EdDSA', jwk })}\n${JSON.stringify({
    jti: 'j',
    htm: 'POST',
    htu: 'https://api.example/things?x=1#y',
    iat: now,
  })}`,
  `${JSON.stringify({
    typ: 'dpop+jwt',
    alg: 'ES256',
    jwk: {
      kty: 'EC',
      crv: 'P-256',
      x: 'l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs',
      y: '9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA',
    },
  })}\n{}`,
]
export const words = ['https://API.example:443/things', 'https://api.example/%74hings']

const rules = {
  method: 'POST',
  addresses: ['https://api.example/things'],
  maxAgeSeconds: 300,
  nowMs: now * 1000,
}

/** Nothing but {@link InvalidProof} is thrown; one that holds is for this method, address and moment. Each is signed by its key. */
export function check(bytes: Buffer): void {
  const text = bytes.toString('latin1')
  const [header = '', claims = ''] = text.split('\n')
  const signed = [header, claims]
    .map((part) => Buffer.from(part, 'latin1').toString('base64url'))
    .join('.')
  const signature = sign(null, Buffer.from(signed), key).toString('base64url')
  attempt(text)
  const checked = attempt(`${signed}.${signature}`)
  if (checked === undefined) return
  const { htm, iat } = JSON.parse(claims) as Record<string, unknown>
  assert.equal(htm, 'POST')
  assert.ok(Math.abs(Number(iat) - now) <= 300)
  assert.equal(checked.issuedAtMs, Number(iat) * 1000)
}

function attempt(proof: string) {
  try {
    return checkProof(rules, proof)
  } catch (error) {
    if (error instanceof InvalidProof) return undefined
    throw error
  }
}
