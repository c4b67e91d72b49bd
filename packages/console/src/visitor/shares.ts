import createClient from 'openapi-fetch'
import { unwrap } from '../api/clients.ts'
import type { paths } from '../api/generated/dms.d.ts'

// Without a token: a visitor has none.
const dms = createClient<paths>()

export const openShare = (token: string) =>
  unwrap(dms.GET('/api/dms/shares/{token}', { params: { path: { token } } }))
export type Shared = Awaited<ReturnType<typeof openShare>>

export const unlockShare = (token: string, password: string) =>
  unwrap(
    dms.POST('/api/dms/shares/{token}/unlock', { params: { path: { token } }, body: { password } }),
  )
