import type { Socket } from 'node:net'
import type { Client, Entry } from 'ldapts'
import { canBeKept, type Identity, type LdapSettings } from '../core/federation.ts'
import { DirectoryUnreadable, takeMessages } from './directory-message.ts'

/** A directory as it is used: its settings with the password of its account opened. */
export interface Directory {
  readonly settings: LdapSettings
  readonly secret: string
}

export interface DirectoryUpstream {
  /**
   * Who signs in with these; undefined when nobody does. Every refusal looks the same.
   *
   * @throws when the directory cannot be asked.
   */
  signIn(directory: Directory, username: string, password: string): Promise<Identity | undefined>
  /** @throws when the directory cannot be asked with the account it was given. */
  check(directory: Directory): Promise<void>
}

const timeoutMs = 5_000
/** Two people with a name and an address are a thousandth of it; what is begun is kept until it is whole. */
const MOST_BYTES = 256 * 1024
const nameAttributes = ['displayName', 'cn']

// Loaded with the first sign-in that needs it.
const load = () => import('ldapts')

/** Sign-in with a directory (LDAP, RFC 4511 to 4513): find the person, then bind as them. */
export function createDirectoryUpstream(listedOrigins: readonly string[]): DirectoryUpstream {
  async function using<T>(settings: LdapSettings, work: (client: Client) => Promise<T>) {
    const { openDirectorySocket } = await import('./directory-socket.ts')
    const signal = AbortSignal.timeout(timeoutMs)
    const socket = await openDirectorySocket(settings, listedOrigins, signal)
    try {
      return await work(await createClient(socket))
    } finally {
      socket.destroy()
    }
  }

  return {
    async signIn({ settings, secret }, username, password) {
      // RFC 4513 section 5.1.2: without a password a directory says yes and has checked nobody.
      if (password === '' || username === '') return undefined
      const person = await using(settings, async (client) => {
        await client.bind(settings.bindDn, secret)
        return findPerson(client, settings, username)
      })
      // For nobody too, so that the time does not tell who is there.
      const dn = person?.dn ?? `cn=${crypto.randomUUID()},${settings.baseDn}`
      const right = await using(settings, (client) => bindAs(client, dn, password))
      return right && person !== undefined ? toIdentity(person, settings, username) : undefined
    },
    async check({ settings, secret }) {
      await using(settings, async (client) => {
        await client.bind(settings.bindDn, secret)
        await client.search(settings.baseDn, { scope: 'base', sizeLimit: 1, attributes: ['1.1'] })
      })
    },
  }
}

// What was typed goes into the request as a value of its own (RFC 4511 section 4.5.1.7), never as
// text of a filter: there is nothing to escape from.
async function findPerson(
  client: Client,
  settings: LdapSettings,
  username: string,
): Promise<Entry | undefined> {
  const { AndFilter, EqualityFilter, FilterParser, OrFilter } = await load()
  const named = settings.usernameAttributes.map(
    (attribute) => new EqualityFilter({ attribute, value: username }),
  )
  const filter = new AndFilter({
    filters: [FilterParser.parseString(settings.personFilter), new OrFilter({ filters: named })],
  })
  const { searchEntries } = await client.search(settings.baseDn, {
    scope: 'sub',
    filter,
    // Two, to see that there is one.
    sizeLimit: 2,
    timeLimit: timeoutMs / 1000,
    attributes: [settings.idAttribute, 'mail', ...nameAttributes],
    explicitBufferAttributes: ['objectGUID'],
  })
  // Other servers that the directory refers to are not asked: they are not ours to trust.
  const [person, ...others] = searchEntries
  return others.length === 0 ? person : undefined
}

async function bindAs(client: Client, dn: string, password: string): Promise<boolean> {
  const { ResultCodeError } = await load()
  // The library takes some words for mechanisms; a name of an entry is never one of them.
  if (!dn.includes('=')) return false
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    // Wrong, locked, expired, referred elsewhere: whatever the directory says, it is no yes.
    if (error instanceof ResultCodeError) return false
    throw error
  }
}

/** Undefined where the id of the entry is none that can be kept; a name or an address is left out then. */
export function toIdentity(
  entry: Entry,
  { idAttribute }: Pick<LdapSettings, 'idAttribute'>,
  username: string,
): Identity | undefined {
  const read = (attribute: string) => readKept(entry[attribute])
  const subject = read(idAttribute)
  if (subject === undefined) return undefined
  return {
    subject: subject.toLowerCase(),
    username,
    displayName: nameAttributes.map(read).find(Boolean),
    email: read('mail'),
    emailVerified: false,
  }
}

function readKept(value: Entry[string] | undefined): string | undefined {
  const one = Array.isArray(value) ? value[0] : value
  const text = Buffer.isBuffer(one) ? one.toString('hex') : one
  return text !== undefined && canBeKept(text) ? text : undefined
}

/** From here on who listens hears of whole answers alone; what is none ends the connection. */
function passAnswers(socket: Socket): void {
  const emit = socket.emit.bind(socket)
  let rest = Buffer.alloc(0)
  let received = 0
  socket.emit = (event: string | symbol, ...values: unknown[]): boolean => {
    const [chunk] = values
    if (event !== 'data' || !Buffer.isBuffer(chunk)) return emit(event, ...values)
    received += chunk.length
    if (received > MOST_BYTES) {
      socket.destroy(new Error('the directory answers too much'))
      return true
    }
    try {
      const taken = takeMessages(Buffer.concat([rest, chunk]))
      rest = Buffer.from(taken.rest)
      for (const message of taken.messages) emit('data', message)
    } catch (error) {
      if (!(error instanceof DirectoryUnreadable)) throw error
      socket.destroy(error)
    }
    return true
  }
}

/**
 * A client on one connection: it is never made again behind our back, without TLS or unbound, as
 * the library would after the directory closed it. A directory that does not end is closed from here.
 *
 * Kept by: services/iam/src/upstream/directory.test.ts "leaves a directory that answers without an end"
 */
async function createClient(socket: Socket): Promise<Client> {
  const { Client } = await load()
  let given = false
  const give = () => {
    if (given) throw new Error('the directory closed the connection')
    given = true
    passAnswers(socket)
    return socket
  }
  // The socket has its TLS already: which of the two the library asks for makes no difference.
  return new Client({
    url: 'ldap://directory',
    timeout: timeoutMs,
    connectTimeout: timeoutMs,
    createConnection: give,
  })
}
