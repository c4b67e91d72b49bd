import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createStores } from '../../storage/stores.ts'
import { call, setUp } from '../../testing/setup.ts'

async function listen(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it.each([301, 302, 307, 308])(
  'an S3 server that answers %d leads the service nowhere else',
  async (status) => {
    let visits = 0
    const inner = await listen((_request, reply) => {
      visits += 1
      reply.end('inner')
    })
    const endpoint = await listen((_request, reply) => {
      reply.writeHead(status, { location: `${inner}/secret` }).end()
    })
    const stores = createStores({
      filesystemRoot: undefined,
      endpoints: [endpoint],
      readCredentials: () => ({
        accessKey: 'a',
        secretKey: 'top-secret',
        endpoint: undefined,
        tenants: undefined,
      }),
      uploadMemoryBytes: 64 * 1024 ** 2,
    })
    const region = 'us-east-1'
    const place = { kind: 's3', endpoint, region, bucket: 'bucket', credentialsRef: 'STORAGE_TEST' }
    const setup = await setUp({ firstSource: { ...place, kind: 's3' } }, { stores })
    onTestFinished(() => setup.close())
    const user = setup.makeUser()
    const path = '/api/dms/storage-sources'
    const { body } = await call(setup, user, 'GET', path)
    const [source] = body['items'] as { id: string }[]

    const checked = await call(setup, user, 'POST', `${path}/${source?.id}/check`)

    expect(checked.body).toMatchObject({ ok: false })
    expect(JSON.stringify(checked.body)).not.toMatch(/secret|inner|127\.0\.0\.1/)
    expect(visits).toBe(0)
  },
)
