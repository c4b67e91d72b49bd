// Addresses with several hosts, as libpq reads them; node-postgres knows one host alone.

/** The same database on each of its servers; one of them is the leader. */
export interface Hosts {
  /** An address for each host, in the order they are tried. */
  readonly urls: readonly [string, ...string[]]
  /** Only a server that can be written to is connected to. */
  readonly writableOnly: boolean
  /** A statement that takes longer makes us ask whether its server is still there; 0: nothing does. */
  readonly doubtAfterMs: number
}

/** Where the address names others, a server that is slow is left sooner than where there is no other. */
const doubtAfterSeconds = { several: 4, one: 15 }

const shape = /^(?<before>postgres(?:ql)?:\/\/(?:[^@/?]*@)?)(?<hosts>[^/?]*)(?<after>.*)$/

/**
 * Reads `postgresql://user:password@host1:port1,host2:port2/database?target_session_attrs=read-write`.
 *
 * `target_session_attrs` is `read-write` (or `primary`, which is the same to us) unless `any` is said: all our
 * services write.
 *
 * `silent_seconds` says how long a statement may take until its server is asked whether it is still there; 0 asks nobody.
 *
 * @throws when it asks for servers that cannot be written to.
 * @see PostgreSQL documentation, section 34.1.1.3 "Specifying Multiple Hosts".
 */
export function readHosts(url: string): Hosts {
  const { before, hosts, after } = shape.exec(url)?.groups ?? {}
  if (before === undefined || hosts === undefined || after === undefined)
    return { urls: [url], writableOnly: true, doubtAfterMs: doubtAfterSeconds.one * 1_000 }
  const [path = '', query = ''] = after.split('?', 2)
  const names = hosts.split(',')
  const { others, taken } = takeOwn(query)
  const rest = others === '' ? path : `${path}?${others}`
  const wanted = taken.get('target_session_attrs') ?? 'read-write'
  if (!/^(read-write|primary|any)$/.test(wanted))
    throw new Error(`target_session_attrs is ${wanted}, but must be read-write, primary or any`)
  const usual = names.length > 1 ? doubtAfterSeconds.several : doubtAfterSeconds.one
  const seconds = taken.get('silent_seconds') ?? String(usual)
  if (!/^\d{1,4}$/.test(seconds))
    throw new Error(`silent_seconds is ${seconds}, but must be a number of seconds`)
  const [first = '', ...further] = names.map((host) => `${before}${host}${rest}`)
  return {
    urls: [first, ...further],
    writableOnly: wanted !== 'any',
    doubtAfterMs: Number(seconds) * 1_000,
  }
}

const ownNames: readonly string[] = ['target_session_attrs', 'silent_seconds']

/** Takes out of a query what is for us, and not for the driver. */
function takeOwn(query: string): { others: string; taken: ReadonlyMap<string, string> } {
  const pairs = query.split('&').filter((pair) => pair !== '')
  const isOwn = (pair: string) => ownNames.includes(pair.split('=', 1)[0] ?? '')
  const others = pairs.filter((pair) => !isOwn(pair)).join('&')
  const taken = new Map(
    pairs.filter(isOwn).map((pair): [string, string] => {
      const [name = '', value = ''] = pair.split('=', 2)
      return [name, value]
    }),
  )
  return { others, taken }
}

/** Which host is connected to next: the same for as long as it is good, then the one after it. */
export interface Route {
  readonly current: () => string
  /** Goes on to the next host, unless that was done before. */
  readonly leave: (url: string) => void
}

export function createRoute({ urls }: Pick<Hosts, 'urls'>): Route {
  let at = 0
  const current = () => urls[at] ?? urls[0]
  return {
    current,
    leave(url) {
      if (url === current()) at = (at + 1) % urls.length
    },
  }
}
