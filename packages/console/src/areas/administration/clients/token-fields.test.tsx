import { expect, it } from 'vitest'
import { tokenSettings, tokenValuesOf } from './token-fields.tsx'

const client = (permissions: string[] | null, accessTokenType: 'at+jwt' | 'JWT' | null = null) =>
  ({
    permissions,
    resources: ['https://a.example'],
    accessTokenType,
    dpopBoundAccessTokens: accessTokenType === 'JWT',
    requirePushedAuthorizationRequests: accessTokenType === 'at+jwt',
  }) as Parameters<typeof tokenValuesOf>[0]

it.each([
  [null, 'usual'],
  [['*'], 'all'],
  [['expense:read'], 'named'],
  [[], 'named'],
])('%j is shown as %s, and saved as it was', (permissions, carries) => {
  for (const type of [null, 'at+jwt', 'JWT'] as const) {
    const values = tokenValuesOf(client(permissions, type))
    expect(values.carries).toBe(carries)
    expect(tokenSettings(values)).toEqual({
      permissions,
      resources: ['https://a.example'],
      accessTokenType: type,
      dpopBoundAccessTokens: type === 'JWT',
      requirePushedAuthorizationRequests: type === 'at+jwt',
    })
  }
})
