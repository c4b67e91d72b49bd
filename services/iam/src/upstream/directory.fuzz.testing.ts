import { createServer, type AddressInfo } from 'node:net'
import { createDirectoryUpstream } from './directory.ts'

export const reads = 'answers of a directory (LDAP)'
// Each is a server and two connections: milliseconds.
export const mostMs = 1000
export const tries = 60

const message = (id: number, ...operation: readonly number[]) =>
  Buffer.from([0x30, 3 + operation.length, 2, 1, id, ...operation])
const success = [0x0a, 1, 0, 4, 0, 4, 0]
const bound = message(2, 0x61, success.length, ...success)
const text = (value: string) => [4, value.length, ...Buffer.from(value)]
const sequence = (tag: number, content: readonly number[]) => [tag, content.length, ...content]
const attribute = (name: string, value: string) =>
  sequence(0x30, [...text(name), ...sequence(0x31, text(value))])
const person = message(
  3,
  ...sequence(0x64, [
    ...text('uid=ada,dc=corp'),
    ...sequence(0x30, [...attribute('entryUUID', 'a1'), ...attribute('mail', 'ada@corp')]),
  ]),
)
const done = message(3, 0x65, success.length, ...success)
const refused = message(2, 0x61, 7, 0x0a, 1, 49, 4, 0, 4, 0)
/** Between what answers one request and what answers the next. */
const next = Buffer.from('\n--\n')

export const seeds = [
  Buffer.concat([bound, next, person, done, next, bound]),
  Buffer.concat([bound, next, done]),
  refused,
  Buffer.concat([bound, next, message(3, ...sequence(0x73, text('ldap://other.example'))), done]),
]

/** Who signs in is somebody or nobody, or the directory cannot be asked: an error of the call, and of nothing else. */
export async function check(bytes: Buffer): Promise<void> {
  const answers = bytes.toString('latin1').split('\n--\n')
  let asked = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    // Who waits for more of an answer would wait for seconds.
    socket.setTimeout(20, () => socket.resetAndDestroy())
    socket.on('data', () => socket.write(answers[asked++] ?? '', 'latin1'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`
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
  try {
    const upstream = createDirectoryUpstream([url])
    await upstream
      .signIn({ settings, secret: 'secret' }, 'ada', 'right')
      .catch((error: unknown) => {
        if (!(error instanceof Error)) throw error
      })
  } finally {
    server.close()
  }
}
