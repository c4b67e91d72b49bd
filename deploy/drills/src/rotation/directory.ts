import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Supervised } from '@countersign/local/supervisor'
import { findProgram } from '@countersign/test-kit/optional-tools'
import { findFreePort } from '@countersign/test-kit/ports'
import { Client } from 'ldapts'

export interface Account {
  readonly bindDn: string
  readonly bindPassword: string
}

/** An organisation's directory (OpenLDAP), with two accounts that may read it. */
export interface Directory {
  readonly url: string
  readonly baseDn: string
  readonly first: Account
  readonly second: Account
  readonly remove: (account: Account) => Promise<void>
  readonly stop: () => Promise<void>
}

const baseDn = 'dc=corp,dc=example'
const root = { dn: `cn=root,${baseDn}`, password: 'a password of the directory' }
const accountNamed = (name: string): Account => ({
  bindDn: `cn=${name},${baseDn}`,
  bindPassword: `the password of ${name}`,
})

const settings = (folder: string) => `
include /etc/ldap/schema/core.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/slapd.pid
database mdb
maxsize 16777216
suffix "${baseDn}"
rootdn "${root.dn}"
rootpw "${root.password}"
directory ${folder}/data
access to attrs=userPassword by anonymous auth by * none
access to * by users read by * none
`

const entryOf = ({ bindDn, bindPassword }: Account) => `
dn: ${bindDn}
objectClass: applicationProcess
objectClass: simpleSecurityObject
cn: ${bindDn.slice('cn='.length, bindDn.indexOf(','))}
userPassword: ${bindPassword}
`

/** @throws when slapd is not installed. */
export async function startDirectory(): Promise<Directory> {
  const command = findProgram('slapd', process.env)
  if (command === undefined) throw new Error('a directory needs slapd: apt-get install slapd')
  const [first, second] = [accountNamed('countersign'), accountNamed('countersign-b')]
  const folder = await mkdtemp(join(tmpdir(), 'countersign-directory-'))
  const [config, ldif] = [join(folder, 'slapd.conf'), join(folder, 'entries.ldif')]
  await mkdir(join(folder, 'data'))
  await writeFile(config, settings(folder))
  const top = `dn: ${baseDn}\nobjectClass: dcObject\nobjectClass: organization\no: Corp\ndc: corp\n`
  await writeFile(ldif, [top, ...[first, second].map(entryOf)].join(''))
  const add = join(dirname(command), 'slapadd')
  await promisify(execFile)(add, ['-q', '-f', config, '-l', ldif])
  const url = `ldap://127.0.0.1:${await findFreePort()}`
  const server = new Supervised(
    {
      name: 'slapd',
      command,
      args: ['-f', config, '-h', url, '-d', '0'],
      env: {},
      cwd: folder,
      guarded: false,
      stopTimeoutMs: 5_000,
      startRetries: 0,
      isReady: () => listens(Number(new URL(url).port)),
      requestStop: (child) => void child.kill('SIGTERM'),
    },
    {
      logFile: join(folder, 'slapd.log'),
      report: (line) => console.log(`! ${line}`),
      onPid: () => {},
    },
  )
  await server.start()
  return {
    url,
    baseDn,
    first,
    second,
    async remove({ bindDn }) {
      const client = new Client({ url })
      await client.bind(root.dn, root.password)
      await client.del(bindDn)
      await client.unbind()
    },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.end())
  })
