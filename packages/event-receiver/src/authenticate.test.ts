import { createTestIssuer } from '@countersign/auth-verifier/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAuthenticate, type TrustOptions } from './authenticate.ts'

const origin = 'https://expense.example'

function setUp(aud: unknown = origin, over: Partial<TrustOptions> = {}) {
  const tokens: string[] = []
  const verify = async (token: string) => {
    tokens.push(token)
    return {
      subject: 'workflow',
      tenantId: 't1',
      clientId: 'workflow',
      grantType: 'client_credentials',
      scopes: ['bpm.events'],
      permissions: [],
      authorities: [],
      claims: { aud } as ReturnType<JSON['parse']>,
    }
  }
  const authenticate = createAuthenticate({
    verifier: { verify },
    origin,
    workflowClientId: 'workflow',
    ...over,
  })
  return { authenticate, tokens }
}

describe('[EVT-01] the token of a delivery', () => {
  it.each(['Bearer abc', 'bearer abc', 'BEARER  abc', 'Bearer abc '])(
    'is in %j',
    async (header) => {
      const { authenticate, tokens } = setUp()
      expect(await authenticate(header)).toMatchObject({ clientId: 'workflow', tenantId: 't1' })
      expect(tokens).toEqual(['abc'])
    },
  )

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'Bearerabc',
    'x Bearer abc',
    'Bearer a b',
    'Basic abc',
  ])('is not in %j', async (header) => {
    const { authenticate, tokens } = setUp()
    await expect(authenticate(header)).rejects.toMatchObject({ code: 'auth.token_missing' })
    expect(tokens).toEqual([])
  })

  it.each([[origin], [[origin]], [['https://id.example', origin]]])(
    'is for us: %j',
    async (aud) => {
      await expect(setUp(aud).authenticate('Bearer abc')).resolves.toBeDefined()
    },
  )

  it.each([
    [null],
    [[]],
    ['https://travel.example'],
    [`${origin}/events`],
    [[`${origin}.evil.example`]],
    [[[origin]]],
    [{ 0: origin }],
  ])('is for another receiver: %j', async (aud) => {
    await expect(setUp(aud).authenticate('Bearer abc')).rejects.toMatchObject({
      code: 'event.audience_mismatch',
      status: 403,
    })
  })

  it('is for one of several while the application moves, and for anybody where it says so', async () => {
    const moving = { origin: [origin, 'http://expense:8084'] }
    for (const aud of moving.origin) {
      await expect(setUp(aud, moving).authenticate('Bearer abc')).resolves.toBeDefined()
    }
    await expect(setUp('x', moving).authenticate('Bearer abc')).rejects.toThrow()
    await expect(setUp('x', { origin: false }).authenticate('Bearer abc')).resolves.toBeDefined()
  })
})

describe('a receiver does not begin', () => {
  it.each([
    [undefined],
    [null],
    [[]],
    [''],
    ['expense.example'],
    [`${origin}/`],
    [`${origin}/events`],
    ['HTTPS://expense.example'],
    [[origin, 'travel']],
  ])('with %j for its origin', (given) => {
    expect(() => setUp(origin, { origin: given as never })).toThrow(
      /^an event receiver needs its origin, such as .* as it is registered \(false: none\)$/,
    )
  })

  it.each([{}, { issuer: 'https://id.example' }, { jwksUrl: 'https://id.example/oauth2/jwks' }])(
    'with no more than %j to verify tokens by',
    (trust) => {
      const options = { origin, workflowClientId: 'workflow', ...trust }
      expect(() => createAuthenticate(options)).toThrow(
        'an event receiver needs a verifier, or issuer and jwksUrl',
      )
    },
  )

  it('without the client that may deliver', () => {
    expect(() => setUp(origin, { workflowClientId: '' })).toThrow('clientId is required')
  })
})

it('[EVT-01] builds a verifier that believes the platform, and its audience where one is named', async () => {
  const platform = await createTestIssuer({ audience: [origin, 'https://id.example'] })
  onTestFinished(() => platform.close())
  const { issuer, jwksUrl } = platform
  const token = (iss: string) =>
    `Bearer ${platform.serviceToken({ clientId: 'workflow', scopes: ['bpm.events'], claims: { iss } })}`
  const verify = (iss: string, audience?: string) =>
    createAuthenticate({
      issuer,
      jwksUrl,
      origin,
      workflowClientId: 'workflow',
      ...(audience === undefined ? {} : { audience }),
    })(token(iss))

  expect(await verify(issuer)).toMatchObject({ clientId: 'workflow' })
  expect(await verify(issuer, 'https://id.example')).toMatchObject({ clientId: 'workflow' })
  await expect(verify(issuer, 'https://b.example')).rejects.toMatchObject({ reason: 'audience' })
  await expect(verify('https://c.example')).rejects.toMatchObject({ reason: 'issuer' })
})
