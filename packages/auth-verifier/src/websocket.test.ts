import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { toCaller } from './caller.ts'
import { InsufficientScope, KeysUnavailable } from './errors.ts'
import { authenticateUpgrade, refuseUpgrade } from './websocket.ts'

const caller = toCaller({ sub: 'u1', client_id: 'c1' })
const request = (socket?: PassThrough) => ({
  headers: { 'sec-websocket-protocol': 'bearer, abc' },
  rawHeaders: [],
  ...(socket && { socket }),
})

it('has the token of a handshake verified, without a proof', async () => {
  const asked: unknown[] = []
  const verify = async (...args: unknown[]) => {
    asked.push(args)
    return caller
  }
  expect(await authenticateUpgrade({ verify }, request())).toBe(caller)
  expect(asked).toEqual([['abc', undefined]])
})

it('hears the errors of the socket until its server does, or the refusal is sent', async () => {
  const [good, bad] = [new PassThrough(), new PassThrough()]
  await authenticateUpgrade({ verify: async () => caller }, request(good))
  expect(good.listenerCount('error')).toBe(0)
  const failure = new KeysUnavailable('connect')
  const verify = () => Promise.reject(failure)
  await expect(authenticateUpgrade({ verify }, request(bad))).rejects.toBe(failure)
  expect(bad.listenerCount('error')).toBe(1)
})

it('answers with the whole refusal, counted in bytes, and ends', async () => {
  const socket = new PassThrough()
  refuseUpgrade(socket, new InsufficientScope('ä'))
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  expect(head.split('\r\n')).toEqual([
    'HTTP/1.1 403 Forbidden',
    'www-authenticate: Bearer error="insufficient_scope"',
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ])
  expect(JSON.parse(body)).toMatchObject({ code: 'auth.insufficient_scope', required: 'ä' })
})

it('is not ended by a client that is gone before it is refused', () => {
  const socket = new PassThrough()
  refuseUpgrade(socket, new InsufficientScope())
  expect(() => socket.emit('error', new Error('reset'))).not.toThrow()
})

it('does not keep the socket of what it cannot word', () => {
  const socket = new PassThrough()
  expect(() => refuseUpgrade(socket, new Error('bug'))).toThrow('bug')
  expect(socket.destroyed).toBe(true)
})
