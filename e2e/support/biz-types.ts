import { expect } from 'vitest'
import { call } from './api.ts'
import { platform, userNamed } from './platform.ts'
import { serviceToken } from './sign-in.ts'

interface BizType {
  readonly code: string
  readonly name: string
  readonly variables: readonly {
    readonly name: string
    readonly type: 'number' | 'string'
    readonly label: string
    readonly required?: boolean
  }[]
  readonly detailPath: string
}

/** Declares a business type as the sample application does its own; whoever may start expenses may start it. */
export async function registerBizType(bizType: BizType): Promise<void> {
  const scopes = ['bpm.biztype.register', `tenant:${userNamed('admin').tenantId}`]
  const { status, body } = await call('POST', '/internal/v1/bpm/biz-types', {
    token: await serviceToken('sample', scopes),
    json: {
      ...bizType,
      version: '1',
      callback: { origin: platform().sampleApp.callbackOrigin, path: '/internal/bpm-events' },
      initiatePermission: 'expense:start',
    },
  })
  expect(status, JSON.stringify(body)).toBe(201)
}
