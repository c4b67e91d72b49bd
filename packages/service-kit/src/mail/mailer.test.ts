import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { createMailer } from './mailer.ts'

const answers: Readonly<Record<string, string>> = {
  EHLO: '250-mail.test\r\n250 AUTH PLAIN',
  AUTH: '235 welcome',
  DATA: '354 go on',
}

/** A mail server from whose offer somebody took STARTTLS; what it was told, by its first words. */
async function startStripped() {
  const told: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write('220 mail.test\r\n')
    createInterface(socket).on('line', (line) => {
      const word = line.split(' ', 1)[0] ?? ''
      told.push(word)
      const answer = word === 'STARTTLS' ? '502 not here' : (answers[word] ?? '250 fine')
      socket.write(`${answer}\r\n`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { told, port: (server.address() as AddressInfo).port }
}

function mailerFor(smtpUrl: string) {
  const mailer = createMailer({ smtpUrl, from: 'us@platform.example', perSecond: 10 })
  onTestFinished(() => mailer.close())
  return mailer
}

const mail = {
  id: '1',
  to: { name: 'Somebody', address: 'somebody@corp.example' },
  subject: 'a link',
  text: 'a link',
  html: 'a link',
}

// An address of this machine that is none of its names for itself, as another host is.
const elsewhere = '0.0.0.0'

it('a server elsewhere that offers no TLS gets neither password nor mail', async () => {
  const { told, port } = await startStripped()
  for (const query of ['', '?requireTLS=true', '?ignoreTLS=true']) {
    const mailer = mailerFor(`smtp://user:secret@${elsewhere}:${port}${query}`)
    await expect(mailer.send(mail)).rejects.toThrow(/STARTTLS/)
    await expect(mailer.greet()).rejects.toThrow(/STARTTLS/)
  }
  expect(new Set(told)).toEqual(new Set(['EHLO', 'STARTTLS']))
})

it.each([
  ['where the address says so', elsewhere, '?requireTLS=false'],
  ['on this machine', '127.0.0.1', ''],
  ['on this machine, by its name', 'localhost', ''],
])('goes without TLS %s', async (_where, host, query) => {
  const { told, port } = await startStripped()
  await mailerFor(`smtp://user:secret@${host}:${port}${query}`).greet()
  expect(told).toContain('AUTH')
})
