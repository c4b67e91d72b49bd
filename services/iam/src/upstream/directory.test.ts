import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createDirectoryUpstream, toIdentity } from './directory.ts'

/** Answers whatever it is asked with this, again and again, and counts what was taken. */
async function flood(bytes: Buffer) {
  const taken = { bytes: 0 }
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      const send = () => {
        while (!socket.destroyed && socket.write(bytes));
        taken.bytes = socket.bytesWritten
      }
      socket.on('drain', send)
      send()
    })
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`, taken }
}

it.each([
  ['one message', Buffer.concat([Buffer.from([0x30, 0x84, 0x7f, 0, 0, 0]), Buffer.alloc(60_000)])],
  // To nobody: a response with an id that was not given.
  [
    'many',
    Buffer.concat(
      Array.from({ length: 5_000 }, () =>
        Buffer.from([0x30, 0x0c, 2, 1, 0x7f, 0x61, 7, 0x0a, 1, 0, 4, 0, 4, 0]),
      ),
    ),
  ],
])('leaves a directory that answers without an end: %s', async (_, bytes) => {
  const { url, taken } = await flood(bytes)
  const settings = {
    url,
    startTls: false,
    ca: null,
    bindDn: 'cn=countersign',
    baseDn: 'dc=corp',
    personFilter: '(objectClass=*)',
    usernameAttributes: ['uid'],
    idAttribute: 'entryUUID' as const,
  }
  const upstream = createDirectoryUpstream([url])
  const before = performance.now()
  await expect(upstream.check({ settings, secret: 'secret' })).rejects.toThrow()
  // Not by the time that a directory has.
  expect(performance.now() - before).toBeLessThan(4_500)
  // With what is on its way in the system's own buffers.
  expect(taken.bytes).toBeLessThan(16 * 2 ** 20)
})

it.each([
  [
    { cn: 'A', mail: 'a@corp.example' },
    { displayName: 'A', email: 'a@corp.example' },
  ],
  [
    { displayName: 'A\0', cn: 'A' },
    { displayName: 'A', email: undefined },
  ],
  [{ mail: `${'a'.repeat(250)}@corp.example` }, { displayName: undefined, email: undefined }],
])('[IAM-21] keeps nothing of a name that cannot be kept: %j', (attributes, kept) => {
  const entry = { dn: 'uid=a', entryUUID: 'ID', ...attributes }
  const identity = toIdentity(entry, { idAttribute: 'entryUUID' }, 'a')
  expect(identity).toMatchObject({ subject: 'id', username: 'a', ...kept })
})

it.each([undefined, '', 'a\0', 'a'.repeat(256), Buffer.alloc(128)])(
  '[IAM-21] knows nobody by an id that cannot be kept: %j',
  (entryUUID) => {
    const entry = { dn: 'uid=a', ...(entryUUID === undefined ? {} : { entryUUID }) }
    expect(toIdentity(entry, { idAttribute: 'entryUUID' }, 'a')).toBeUndefined()
  },
)
