import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDirectoryUpstream } from './directory.ts'
import { DirectoryUnreadable, takeMessages } from './directory-message.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const bound = hex('300c 020102 6107 0a0100 0400 0400')
const done = hex('300c 020103 6507 0a0100 0400 0400')
const entry = hex('3018 020103 6413 0403 613d62 300c 300a 0402 6364 3104 0402 6566')

describe('answers of a directory', () => {
  it('come one by one, whatever pieces they arrive in', () => {
    const all = Buffer.concat([bound, entry, done])
    for (let cut = 0; cut <= all.length; cut += 1) {
      const first = takeMessages(all.subarray(0, cut))
      const second = takeMessages(Buffer.concat([first.rest, all.subarray(cut)]))
      const messages = [...first.messages, ...second.messages]
      expect(messages.map((one) => one.subarray(6))).toEqual(
        [bound, entry, done].map((one) => one.subarray(2)),
      )
      expect(second.rest).toHaveLength(0)
    }
  })

  it('come without controls', () => {
    const controlled = hex('300e 020102 6107 0a0100 0400 0400 a000')
    expect(takeMessages(controlled).messages).toEqual(takeMessages(bound).messages)
  })

  it.each([
    ['a text that is longer than what is there', '300c 020102 6107 0a0100 0461 0400'],
    ['an entry without attributes', '300a 020103 6405 0403 613d62'],
    ['attributes that end too early', '300e 020103 6409 0403 613d62 3005 3000'],
    ['an attribute without values', '3010 020103 640b 0403 613d62 3004 3002 0400'],
    ['a reference to nowhere', '3005 020103 7300'],
    ['a result without a code', '3009 020102 6104 0400 0400'],
    ['a code without a value', '300b 020102 6106 0a00 0400 0400'],
    ['an extended response', '300c 020102 7807 0a0100 0400 0400'],
    ['a length without an end', '3080 020102'],
    ['no message', '0403 020102'],
  ])('are not %s', (_, text) => {
    expect(() => takeMessages(hex(text))).toThrow(DirectoryUnreadable)
  })
})

it.each([
  ['a bind', [hex('300c 020102 6107 0a0100 0461 0400')]],
  ['a search', [bound, hex('300a 020103 6405 0403 613d62')]],
])(
  'lets nothing through that the library does not come to an end with: the answer to %s',
  async (_, answers) => {
    let asked = 0
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => socket.write(answers[asked++] ?? ''))
    })
    onTestFinished(() => void server.close())
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
    const signIn = createDirectoryUpstream([url]).signIn({ settings, secret: 's' }, 'ada', 'right')
    await expect(signIn).rejects.toThrow()
  },
)
