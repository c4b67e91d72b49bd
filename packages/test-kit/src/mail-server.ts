import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A mail as it arrived. */
export interface ReceivedMail {
  readonly to: string
  /** By lower-case name, unfolded and decoded. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly html: string
}

export interface MailServer {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** Decides about a recipient before the mail is taken; undefined takes it. */
  refuse: (address: string) => { code: number; message: string } | undefined
  /** Where it stands still from now on: at the recipient, or when it has taken the mail. */
  standsStill: 'before taking' | 'after taking' | undefined
  /** Takes the mail and then breaks the connection instead of saying so, as often as this. */
  breakAfterTaking: number
  /** Addresses in the order in which they were tried. */
  readonly tried: string[]
}

/** A real mail server on a free port; for one test, unless somebody else stops it. */
export async function startMailServer(
  onEnd: (stop: () => Promise<void>) => void = onTestFinished,
): Promise<MailServer> {
  const state: Omit<MailServer, 'url'> = {
    mails: [],
    tried: [],
    refuse: () => undefined,
    standsStill: undefined,
    breakAfterTaking: 0,
  }
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      state.tried.push(address)
      if (state.standsStill === 'before taking') return
      const refused = state.refuse(address)
      if (refused === undefined) return done()
      done(Object.assign(new Error(refused.message), { responseCode: refused.code }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const [recipient] = session.envelope.rcptTo
        state.mails.push(parse(recipient?.address ?? '', Buffer.concat(chunks).toString('latin1')))
        if (state.standsStill === 'after taking') return
        if (state.breakAfterTaking === 0) return done()
        state.breakAfterTaking -= 1
        for (const socket of sockets) socket.destroy()
      })
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onEnd(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return Object.assign(state, { url: `smtp://127.0.0.1:${port}` })
}

function parse(to: string, raw: string): ReceivedMail {
  const { headers, body } = splitPart(raw)
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1] ?? ''
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitPart(part.replace(/^\r\n/, '')))
  const find = (type: string) => {
    const part = parts.find(({ headers: own }) => (own['content-type'] ?? '').startsWith(type))
    return part === undefined
      ? ''
      : decodeBody(part.body, part.headers['content-transfer-encoding'] ?? '')
  }
  return { to, headers, text: find('text/plain'), html: find('text/html') }
}

function splitPart(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]
    }),
  )
  return { headers, body: raw.slice(end + 4) }
}

// RFC 2047.
const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('latin1')
        : decodeQuoted(word.replaceAll('_', ' ')),
    )
    .replaceAll(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString())

function decodeBody(body: string, encoding: string): string {
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('latin1')
      : encoding === 'quoted-printable'
        ? decodeQuoted(body.replaceAll('=\r\n', ''))
        : body
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n')
}

const decodeQuoted = (text: string): string =>
  text.replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
