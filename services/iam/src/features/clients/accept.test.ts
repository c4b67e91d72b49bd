import { describe, expect, it } from 'vitest'
import { refusePrivateAddress } from './accept.ts'

const issuer = 'https://id.example'

describe('an address that iam sends to', () => {
  it.each([
    'https://10.0.0.1/x',
    'https://[fd00::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    // A number in another dress.
    'https://0x7f.1/x',
    'http://127.0.0.1/x',
    'http://localhost/x',
    'https://app.localhost/x',
  ])('[IAM-21] is not %s on the internet', (uri) => {
    expect(() => refusePrivateAddress(issuer, uri)).toThrow(
      expect.objectContaining({ code: 'iam.redirect_invalid' }),
    )
    expect(() => refusePrivateAddress('http://localhost:8080', uri)).not.toThrow()
  })

  it.each(['https://app.example/x', 'https://9.9.9.9/x', 'https://[2620:fe::fe]/x', null])(
    'may be %s',
    (uri) => {
      expect(() => refusePrivateAddress(issuer, uri)).not.toThrow()
    },
  )
})
