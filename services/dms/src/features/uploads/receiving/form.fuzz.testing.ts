import assert from 'node:assert/strict'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { Problem } from '@countersign/service-kit/problem'
import { readForm } from './read-form.ts'
import { ContentRefused } from './receive-content.ts'

export const reads = 'multipart forms'
export const tries = 700
const part = (headers: string, body: string) => `--b\r\n${headers}\r\n\r\n${body}\r\n`
const file =
  'Content-Disposition: form-data; name="f"; filename="a.txt"\r\nContent-Type: text/plain'
export const seeds = [
  `${part('Content-Disposition: form-data; name="title"', 'x')}${part(file, 'hello')}--b--\r\n`,
  `${part(file, 'one')}${part(file, 'two')}--b--`,
  `--b\r\n${file}\r\n`,
]
export const words = [
  '--b\r\n',
  '--b--',
  '\r\n\r\n',
  'filename*=',
  'Content-Transfer-Encoding: base64',
]

const app = fastify()
await app.register(multipart, { limits: { files: 1, fields: 20, fileSize: Infinity } })
app.post('/', async (request) => {
  try {
    let length = 0
    for await (const chunk of await readForm(request)) length += (chunk as Buffer).length
    return { length }
  } catch (error) {
    if (error instanceof ContentRefused) return { refused: true }
    if (error instanceof Problem && error.status < 500) return { refused: true }
    throw error
  }
})

/** A form is read or refused; no more comes out than went in. */
export async function check(bytes: Buffer): Promise<void> {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: '/',
    headers,
    payload: bytes,
  })
  assert.equal(statusCode, 200, body)
  const { length = 0 } = JSON.parse(body) as { length?: number }
  assert.ok(length <= bytes.length)
}
