import type { Setup, TestUser } from './setup.ts'

type Fields = Readonly<Record<string, string>>

/** A request of one of the resumable protocols: fields of the answer, and its body when it has one. */
export async function speak(
  setup: Pick<Setup, 'app'>,
  user: TestUser | undefined,
  [method, url]: readonly [method: 'OPTIONS' | 'POST' | 'HEAD' | 'PATCH' | 'DELETE', url: string],
  fields: Fields,
  bytes?: Buffer,
) {
  const reply = await setup.app.inject({
    method,
    url,
    headers: { ...user?.headers, ...fields },
    ...(bytes === undefined ? {} : { payload: bytes }),
  })
  const isJson = method !== 'HEAD' && String(reply.headers['content-type']).includes('json')
  return {
    status: reply.statusCode,
    fields: reply.headers as Record<string, string | undefined>,
    body: (isJson ? reply.json() : {}) as Record<string, unknown>,
  }
}

/** What clients of tus 1.0 send with every request. */
export const tus = { 'tus-resumable': '1.0.0' } as const
export const tusBytes = { ...tus, 'content-type': 'application/offset+octet-stream' } as const

export const metadataOf = (values: Fields): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
