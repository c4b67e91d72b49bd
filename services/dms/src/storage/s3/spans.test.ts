import { inSpan } from '@countersign/service-kit/tracing'
import { startFakeBusinessApp, type FakeBusinessApp } from '@countersign/test-kit/fake-business-app'
import { startTraced, type Traced } from '@countersign/test-kit/traced'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createS3Client, type S3Client, type S3Request } from './client.ts'

let traced: Traced
let server: FakeBusinessApp
let client: S3Client

beforeAll(async () => {
  traced = await startTraced('dms')
  server = await startFakeBusinessApp({ react: () => ({ status: 200 }) })
  client = await createS3Client({
    endpoint: server.origin,
    region: 'us-east-1',
    bucket: 'papers',
    accessKey: 'access-of-nobody',
    secretKey: 'secret-of-nobody',
  })
})
afterAll(async () => {
  await client.close()
  await traced.stop()
  await server.close()
})

const key = 'tenant/key-of-the-object'
const named = (name: string) => traced.spans().filter((span) => span.name === name)

it('a request to the bucket is a span of its name, with each attempt below it, and without key or signature', async () => {
  let answers = 0
  server.react(() => ({ status: ++answers === 1 ? 503 : 200 }))
  await inSpan('upload', { parent: {} }, () => client.send({ method: 'PUT', key, body: 'we pay' }))
  await expect.poll(() => named('S3.PutObject')).toHaveLength(1)
  await expect.poll(() => named('PUT')).toHaveLength(2)
  await expect.poll(() => named('upload')).toHaveLength(1)

  const [put] = named('S3.PutObject')
  expect(put).toMatchObject({
    kind: 3,
    parentSpanId: named('upload')[0]?.spanId,
    attributes: {
      'rpc.system.name': 'aws-api',
      'rpc.service': 'S3',
      'rpc.method': 'PutObject',
      'aws.s3.bucket': 'papers',
      'server.address': '127.0.0.1',
      'http.response.status_code': 200,
    },
  })
  for (const attempt of named('PUT')) expect(attempt.parentSpanId).toBe(put?.spanId)
  const told = JSON.stringify(traced.spans())
  for (const hidden of ['key-of-the-object', 'X-Amz', 'access-of-nobody', 'we pay'])
    expect(told).not.toContain(hidden)
})

const cases: readonly (readonly [name: string, asked: S3Request])[] = [
  ['GetObject', { method: 'GET', key }],
  ['ListObjectsV2', { method: 'GET', key: '', query: { 'list-type': '2' } }],
  ['ListMultipartUploads', { method: 'GET', key: '', query: { uploads: '' } }],
  ['HeadBucket', { method: 'HEAD', key: '' }],
  ['HeadObject', { method: 'HEAD', key }],
  ['UploadPart', { method: 'PUT', key, query: { uploadId: 'u', partNumber: '1' } }],
  ['CreateMultipartUpload', { method: 'POST', key, query: { uploads: '' } }],
  ['CompleteMultipartUpload', { method: 'POST', key, query: { uploadId: 'u' } }],
  ['AbortMultipartUpload', { method: 'DELETE', key, query: { uploadId: 'u' } }],
  ['DeleteObject', { method: 'DELETE', key }],
]

it('each request is named as S3 names it', async () => {
  server.react(() => ({ status: 200 }))
  await inSpan('work', { parent: {} }, async () => {
    for (const [, asked] of cases) await client.send(asked)
  })
  const found = () => cases.filter(([name]) => named(`S3.${name}`).length === 1)
  await expect.poll(found).toEqual(cases)
})

it('what a worker looks for by itself begins no trace', async () => {
  server.react(() => ({ status: 500 }))
  await expect(client.send({ method: 'GET', key: 'probe/1' })).rejects.toThrow('answered 500')
  await expect(
    inSpan('asked', { parent: {} }, () => client.send({ method: 'GET', key: 'probe/2' })),
  ).rejects.toThrow('answered 500')
  await expect.poll(() => named('asked')).toHaveLength(1)
  const failed = named('S3.GetObject').filter(({ status }) => status === 2)
  expect(failed.map(({ attributes }) => attributes['error.type'])).toEqual(['StorageUnavailable'])
})
